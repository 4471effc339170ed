import { difficultyNames } from '../domain/question.ts';
import {
  type Blueprint,
  type Candidate,
  matchesQuota,
  type Pairs,
  type Quota,
} from './blueprint.ts';
import type { Layout } from './layout.ts';

/** Something that a form must be like: it can be said in words, and added to a model. */
export interface Constraint {
  readonly text: string;
  /** Where it is in the request, as a JSON Pointer with the names of REST. */
  readonly pointer: string;
  /** Whether it concerns several forms at once. */
  readonly isBetweenForms?: true;
  /** Whether it tells topics apart, beyond what quotas do. */
  readonly isOfTopics?: true;
  add(layout: Layout): void;
}

/** Every constraint of a blueprint on its own, so that those that contradict each other can be named. */
export function listConstraints(
  blueprint: Blueprint,
  candidates: readonly Candidate[],
): Constraint[] {
  const { forms, length, quotas, maxPerTopic, enemies, enemyPlaces, duplicates, overlap } =
    blueprint;
  const constraints: Constraint[] = [
    {
      text: `A form needs ${countOf(length)}; ${matching(candidates.length)} the criteria.`,
      pointer: '/length',
      add: (layout) => layout.bound(() => true, length, length),
    },
  ];
  for (const [at, quota] of quotas.entries()) {
    const count = candidates.filter((candidate) => matchesQuota(quota, candidate)).length;
    for (const [words, min, max] of boundsOf(quota)) {
      constraints.push({
        text: `A form ${words} ${describeQuota(quota, max === 1 || min === 1)}; ${matching(count)}.`,
        pointer: `/quotas/${at}`,
        add: (layout) => layout.bound((candidate) => matchesQuota(quota, candidate), min, max),
      });
    }
  }
  if (maxPerTopic !== null) {
    constraints.push({
      text: `A form has at most ${countOf(maxPerTopic)} of one topic.`,
      pointer: '/max_per_topic',
      isOfTopics: true,
      add: (layout) => layout.limitTopics(maxPerTopic),
    });
  }
  for (const [at, [a, b]] of enemies.entries()) {
    constraints.push({
      text: `The questions ${candidates[a]?.id} and ${candidates[b]?.id} may not appear together.`,
      pointer: `/enemies/${enemyPlaces?.[at] ?? at}`,
      add: (layout) => layout.separate([[a, b]]),
    });
  }
  if (duplicates.length > 0) constraints.push(separateDuplicates(duplicates));
  if (forms > 1 && overlap < length) {
    const shared = overlap === 0 ? 'no question' : `at most ${countOf(overlap)}`;
    constraints.push({
      text: `Any two of the ${forms} forms share ${shared}.`,
      pointer: '/overlap',
      isBetweenForms: true,
      add: (layout) => layout.limitOverlap(overlap),
    });
  }
  return constraints;
}

function separateDuplicates(duplicates: Pairs): Constraint {
  const count = duplicates.length.toLocaleString('en');
  return {
    text: `Duplicates may not appear together (${count} ${duplicates.length === 1 ? 'pair' : 'pairs'}).`,
    pointer: '/avoid_duplicates',
    add: (layout) => layout.separate(duplicates),
  };
}

/** An exact number is one constraint; a range is two. */
function boundsOf({ min, max }: Quota): [string, number, number][] {
  if (min !== undefined && min === max) return [[`needs exactly ${min}`, min, max]];
  return [
    ...(min === undefined || min === 0
      ? []
      : [[`needs at least ${min}`, min, Infinity] as [string, number, number]]),
    ...(max === undefined ? [] : [[`has at most ${max}`, 0, max] as [string, number, number]]),
  ];
}

/** For example "advanced Astronomy questions on Planets from OpenTDB". */
function describeQuota(
  { category, difficulty, topicFocus, source }: Quota,
  isOne: boolean,
): string {
  const level = difficulty === undefined ? '' : difficultyNames[difficulty]?.toLowerCase();
  return [
    level,
    category,
    isOne ? 'question' : 'questions',
    topicFocus === undefined ? '' : `on ${topicFocus}`,
    source === undefined ? '' : `from ${source}`,
  ]
    .filter(Boolean)
    .join(' ');
}

function countOf(count: number): string {
  return `${count.toLocaleString('en')} ${count === 1 ? 'question' : 'questions'}`;
}

function matching(count: number): string {
  return `${count === 0 ? 'none' : count.toLocaleString('en')} ${count === 1 ? 'matches' : 'match'}`;
}
