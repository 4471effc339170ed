import { shuffleBy } from '../domain/draw.ts';
import type { Blueprint, Candidate, Objective } from './blueprint.ts';

/** The given candidates and others, up to a limit: the most informative, or any for a target. */
export function chooseInformative(
  { objective, seed }: Blueprint,
  candidates: readonly Candidate[],
  given: readonly number[],
  limit: number,
): number[] {
  const kept = new Set(given);
  const drawn = shuffleBy([...candidates.keys()], (index) => candidates[index]?.id ?? '', seed);
  if (objective.kind === 'max_information') {
    const most = (index: number) => Math.max(...(candidates[index]?.information ?? [0]));
    drawn.sort((a, b) => most(b) - most(a));
  }
  for (const index of drawn) {
    if (kept.size >= limit) break;
    kept.add(index);
  }
  return [...kept].sort((a, b) => a - b);
}

/** The least information, or the largest deviation from the target, at any ability in any form. */
export function worthOf(
  objective: Objective,
  candidates: readonly Candidate[],
  forms: readonly (readonly number[])[],
): number {
  const abilities = candidates[0]?.information?.length ?? 0;
  const figures = forms.flatMap((form) =>
    Array.from({ length: abilities }, (_, ability) => {
      const wanted = objective.kind === 'target_information' ? objective.target[ability] : 0;
      const sum = form.reduce((total, index) => total + informationOf(index, ability), 0);
      return Math.abs(sum - (wanted ?? 0));
    }),
  );
  return objective.kind === 'max_information' ? Math.min(...figures) : Math.max(...figures);

  function informationOf(index: number, ability: number): number {
    return candidates[index]?.information?.[ability] ?? 0;
  }
}

/** What no forms can surpass: no deviation, or the information of the best questions at one ability. */
export function boundOf(
  { objective, forms, length, overlap }: Blueprint,
  candidates: readonly Candidate[],
): number {
  if (objective.kind !== 'max_information') return 0;
  const abilities = candidates[0]?.information?.length ?? 0;
  // Forms without overlap share the best ones, and the least of them has no more than the mean.
  const used = overlap === 0 ? forms : 1;
  const best = Array.from({ length: abilities }, (_, ability) => {
    const figures = candidates.map(({ information }) => information?.[ability] ?? 0);
    const top = figures.sort((a, b) => b - a).slice(0, used * length);
    return top.reduce((sum, each) => sum + each, 0) / used;
  });
  return Math.min(...best);
}
