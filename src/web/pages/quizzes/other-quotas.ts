/** What a quota can be about besides the cells of the blueprint. */
export const quotaKinds = { topic: 'Topic', source: 'Source' } as const;
export type QuotaKind = keyof typeof quotaKinds;

/** How many questions of a topic or a source a form has; the rule of the blueprint says what the number means. */
export interface OtherQuota {
  readonly kind: QuotaKind;
  readonly value: string;
  readonly count: number;
}

/** A quota of a stored request, with the names of REST. */
export interface RequestQuota {
  readonly category?: string;
  readonly difficulty?: number;
  readonly topic_focus?: string;
  readonly source?: string;
  readonly min?: number;
  readonly max?: number;
}

export function otherName({ kind, value }: Pick<OtherQuota, 'kind' | 'value'>): string {
  return `${kind}:${value}`;
}

/** From the address, which people can write too. */
export function readOthers(text: string | null): readonly OtherQuota[] {
  return (text ?? '').split(',').flatMap((each) => {
    const [kind, count, value = ''] = each.split(':').map(decoded);
    const known = (Object.keys(quotaKinds) as QuotaKind[]).find((name) => name === kind);
    if (!known || !value || !/^\d{1,4}$/.test(count ?? '')) return [];
    return [{ kind: known, value, count: Number(count) }];
  });
}

export function writeOthers(others: readonly OtherQuota[]): string {
  return others
    .map(({ kind, value, count }) => `${kind}:${count}:${encodeURIComponent(value)}`)
    .join(',');
}

export function inputOfOther({ kind, value }: OtherQuota) {
  return kind === 'topic' ? { topicFocus: value } : { source: value };
}

/** Undefined for a quota of cells, or one that programs alone can ask for. */
export function otherOf(quota: RequestQuota): OtherQuota | undefined {
  const { topic_focus, source, category, difficulty, min, max } = quota;
  const count = min ?? max;
  const isOfCells = category !== undefined || difficulty !== undefined;
  if (isOfCells || count === undefined) return undefined;
  if (topic_focus !== undefined && source === undefined)
    return { kind: 'topic', value: topic_focus, count };
  if (source !== undefined && topic_focus === undefined)
    return { kind: 'source', value: source, count };
  return undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return '';
  }
}
