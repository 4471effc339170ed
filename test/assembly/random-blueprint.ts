import { createRandom } from '../../src/analyses/kit/statistics/seeded-random.ts';
import type { Blueprint, Candidate, Pairs, Quota } from '../../src/assembly/blueprint.ts';

const categories = ['Science', 'Geography', 'Literature'];
const topics = ['planets', 'rivers', 'poets', null];

export interface Instance {
  readonly blueprint: Blueprint;
  readonly candidates: readonly Candidate[];
}

/** A small bank and a blueprint for it, about half of which can be met. */
export function randomInstance(seed: number): Instance {
  const random = createRandom(seed * 7919 + 1);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(items: readonly T[]): T => items[below(items.length)] as T;
  const forms = 1 + below(2);
  const size = 5 + below(forms === 1 ? 6 : 4);
  const length = 2 + below(forms === 1 ? 3 : 2);
  const abilities = 1 + below(2);
  const candidates = Array.from(
    { length: size },
    (_, at): Candidate => ({
      id: `question-${at}`,
      category: pick(categories),
      difficulty: below(2),
      topic: pick(topics),
      source: pick(['book', null]),
      exposure: below(4),
      information: Array.from({ length: abilities }, () => Math.round(random() * 1000) / 1000),
    }),
  );
  const pairs = (count: number): Pairs =>
    Array.from({ length: count }, () => {
      const first = below(size);
      return [first, (first + 1 + below(size - 1)) % size] as const;
    });
  const quota = (): Quota => {
    const min = below(length);
    const bounds = pick([{ min, max: min + below(2) }, { min }, { max: min }]);
    const kind = pick([
      { category: pick(categories) },
      { difficulty: below(2) },
      { topicFocus: 'Planets' },
      { source: 'book' },
      { category: pick(categories), difficulty: below(2) },
    ]);
    return { ...kind, ...bounds };
  };
  return {
    candidates,
    blueprint: {
      forms,
      length,
      quotas: Array.from({ length: below(4) }, quota),
      maxPerTopic: pick([null, 1, 2]),
      enemies: pairs(below(3)),
      duplicates: pairs(below(3)),
      overlap: below(length + 1),
      objective: pick([
        { kind: 'random' },
        { kind: 'least_exposure' },
        { kind: 'max_information' },
        {
          kind: 'target_information',
          target: Array.from({ length: abilities }, () => random() * length),
        },
      ]),
      seed: `seed-${seed}`,
    },
  };
}
