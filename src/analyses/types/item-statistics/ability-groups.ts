/** Respondents of similar ability: from and to inclusive. */
export interface AbilityGroup {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  readonly mean: number;
}

const maxGroups = 5;
/** The share of a smaller group is hardly more than chance. */
const minSize = 10;

/**
 * Groups of nearly equal size by ability, lowest first. Respondents of the same ability are in the same group,
 * so that groups may be fewer; none if there would be one alone.
 */
export function groupByAbility(abilities: readonly number[]): AbilityGroup[] {
  const sorted = Float64Array.from(abilities).sort();
  const wanted = Math.min(maxGroups, Math.floor(sorted.length / minSize));
  const groups: AbilityGroup[] = [];
  let start = 0;
  for (let at = 1; at <= wanted; at += 1) {
    let end = Math.round((at * sorted.length) / wanted);
    while (end < sorted.length && sorted[end] === sorted[end - 1]) end += 1;
    // Ties have taken them all.
    if (end <= start) continue;
    const members = sorted.subarray(start, end);
    groups.push({
      from: members[0] ?? 0,
      to: members.at(-1) ?? 0,
      n: members.length,
      mean: members.reduce((sum, ability) => sum + ability, 0) / members.length,
    });
    start = end;
  }
  return groups.length > 1 ? groups : [];
}
