import type { VariablesOf } from '../../api/graphql.ts';
import {
  type Category,
  categories,
  categoryKeys,
  type Level,
  levelKeys,
} from '../../parts/labels.tsx';
import { addressOf } from '../../router.ts';
import type { assembleDocument } from './assemble.ts';
import {
  inputOfOther,
  type OtherQuota,
  otherName,
  otherOf,
  type RequestQuota,
  readOthers,
  writeOthers,
} from './other-quotas.ts';

/** What the numbers of the blueprint mean. */
export const rules = { exactly: 'exactly', least: 'at least', most: 'at most' } as const;
export type Rule = keyof typeof rules;

export const objectives = {
  RANDOM: 'Random, by the seed',
  LEAST_EXPOSURE: 'Questions used least so far',
  INFORMATION: 'Most information about players of average ability',
} as const;
export type Objective = keyof typeof objectives;

/** A kind of questions; without a level or category, of all of them. */
export interface Cell {
  readonly category?: Category;
  readonly level?: Level;
}

/** What is typed into the form builder. The address of the page keeps it. */
export interface FormDraft {
  readonly name: string;
  readonly length: number;
  readonly forms: number;
  readonly overlap: number;
  readonly maxPerTopic: number | undefined;
  readonly search: string;
  readonly rule: Rule;
  /** Numbers of questions by the names of cells. */
  readonly cells: Readonly<Record<string, number>>;
  readonly others: readonly OtherQuota[];
  readonly enemies: readonly (readonly [string, string])[];
  readonly avoidDuplicates: boolean;
  readonly objective: Objective;
  readonly seed: string;
}

export const defaultLength = 10;

export function cellName({ category = '' as Category, level = '' as Level }: Cell): string {
  return `${category}.${level}`;
}

export function readDraft(query: URLSearchParams): FormDraft {
  const number = (name: string) => {
    const text = query.get(name);
    return text && /^\d{1,4}$/.test(text) ? Number(text) : undefined;
  };
  const oneOf = <T extends string>(name: string, known: Record<T, string>, standard: T) =>
    Object.keys(known).includes(query.get(name) ?? '') ? (query.get(name) as T) : standard;
  const listed = (name: string) => (query.get(name) ?? '').split(',').filter(Boolean);
  return {
    name: query.get('name') ?? '',
    length: number('length') ?? defaultLength,
    forms: number('forms') ?? 1,
    overlap: number('overlap') ?? 0,
    maxPerTopic: number('topic'),
    search: query.get('only') ?? '',
    rule: oneOf('rule', rules, 'exactly'),
    cells: Object.fromEntries(
      listed('cells').flatMap((text) => {
        const [name = '', count = ''] = text.split(':');
        return cellOf(name) && /^\d{1,4}$/.test(count) ? [[name, Number(count)]] : [];
      }),
    ),
    others: readOthers(query.get('others')),
    enemies: listed('enemies').flatMap((text) => {
      const [first, second] = text.split('~');
      return first && second ? [[first, second] as const] : [];
    }),
    avoidDuplicates: query.get('duplicates') === 'apart',
    objective: oneOf('objective', objectives, 'RANDOM'),
    seed: query.get('seed') ?? '',
  };
}

/** The parameters of the address; what is as usual is left out. */
export function writeDraft(draft: FormDraft): Record<string, string | undefined> {
  const cells = Object.entries(draft.cells).map(([name, count]) => `${name}:${count}`);
  return {
    name: draft.name,
    length: String(draft.length),
    forms: draft.forms > 1 ? String(draft.forms) : undefined,
    overlap: draft.overlap > 0 ? String(draft.overlap) : undefined,
    topic: draft.maxPerTopic === undefined ? undefined : String(draft.maxPerTopic),
    only: draft.search,
    rule: draft.rule === 'exactly' ? undefined : draft.rule,
    cells: cells.join(','),
    others: writeOthers(draft.others),
    enemies: draft.enemies.map((pair) => pair.join('~')).join(','),
    duplicates: draft.avoidDuplicates ? 'apart' : undefined,
    objective: draft.objective === 'RANDOM' ? undefined : draft.objective,
    seed: draft.seed,
  };
}

export function inputOf(draft: FormDraft): VariablesOf<typeof assembleDocument>['input'] {
  const bounds = (count: number) => ({
    ...(draft.rule !== 'most' && { min: count }),
    ...(draft.rule !== 'least' && { max: count }),
  });
  const quotas = [
    ...Object.entries(draft.cells).map(([name, count]) => {
      const { category = null, level = null } = cellOf(name) ?? {};
      return { category, difficulty: level, ...bounds(count) };
    }),
    ...draft.others.map((other) => ({ ...inputOfOther(other), ...bounds(other.count) })),
  ];
  return {
    length: draft.length,
    forms: draft.forms,
    overlap: draft.overlap,
    quotas,
    enemies: draft.enemies.map((pair) => [...pair]),
    avoidDuplicates: draft.avoidDuplicates,
    objective: {
      kind: draft.objective,
      ...(draft.objective === 'INFORMATION' && { targets: [{ ability: 0 }] }),
    },
    ...(draft.name.trim() && { name: draft.name }),
    ...(draft.maxPerTopic !== undefined && { maxPerTopic: draft.maxPerTopic }),
    ...(draft.search.trim() && { criteria: { search: draft.search } }),
    ...(draft.seed.trim() && { seed: draft.seed }),
  };
}

/** A stored request, with the names of REST. */
interface FormRequest {
  readonly name?: string;
  readonly length: number;
  readonly forms: number;
  readonly overlap: number;
  readonly max_per_topic?: number;
  readonly criteria: { readonly search?: string };
  readonly quotas: readonly RequestQuota[];
  readonly enemies: readonly (readonly [string, string])[];
  readonly avoid_duplicates: boolean;
  readonly objective?: { readonly kind: string };
  readonly seed?: string;
}

/** Whether the builder can show all of a request: others come from programs. */
export function isBuildable(stored: unknown): boolean {
  const { criteria, quotas } = stored as FormRequest;
  return (
    Object.keys(criteria).every((name) => name === 'search') &&
    quotas.every((quota) => cellOfQuota(quota) ?? otherOf(quota)) &&
    ruleOf(quotas) !== undefined
  );
}

function ruleOf(quotas: readonly RequestQuota[]): Rule | undefined {
  if (quotas.every(({ min, max }) => min === max)) return 'exactly';
  if (quotas.every(({ max }) => max === undefined)) return 'least';
  if (quotas.every(({ min }) => min === undefined)) return 'most';
  return undefined;
}

export function draftOf(stored: unknown): FormDraft {
  const request = stored as FormRequest;
  const { quotas } = request;
  const kind = request.objective?.kind.toUpperCase() as Objective | undefined;
  return {
    name: request.name ?? '',
    length: request.length,
    forms: request.forms,
    overlap: request.overlap,
    maxPerTopic: request.max_per_topic,
    search: request.criteria.search ?? '',
    rule: ruleOf(quotas) ?? 'exactly',
    cells: Object.fromEntries(
      quotas.flatMap((quota) => {
        const count = quota.min ?? quota.max;
        const cell = cellOfQuota(quota);
        return cell && count !== undefined ? [[cellName(cell), count]] : [];
      }),
    ),
    others: quotas.flatMap((quota) => otherOf(quota) ?? []),
    enemies: request.enemies,
    avoidDuplicates: request.avoid_duplicates,
    objective: kind ?? 'RANDOM',
    seed: request.seed ?? '',
  };
}

/** The builder with the request of these forms; they stay in the address for what came of it. */
export function builderAddress(form: { id: string; request: unknown }): string {
  const draft = writeDraft(draftOf(form.request));
  return addressOf('/quizzes/new', { ...draft, form: form.id });
}

/** Names of cells, or of other fields, that contradict each other. */
export function marksOf(pointers: readonly string[], stored: unknown): ReadonlySet<string> {
  const { quotas } = stored as FormRequest;
  return new Set(
    pointers.map((pointer) => {
      const index = /^\/quotas\/(\d+)$/.exec(pointer)?.[1];
      const quota = quotas[Number(index)];
      if (index === undefined || !quota) return pointer;
      const [cell, other] = [cellOfQuota(quota), otherOf(quota)];
      return cell ? cellName(cell) : other ? otherName(other) : pointer;
    }),
  );
}

function cellOfQuota(quota: RequestQuota): Cell | undefined {
  if (quota.topic_focus !== undefined || quota.source !== undefined) return undefined;
  const category = categoryKeys.find((key) => categories[key] === quota.category);
  const level = levelKeys[quota.difficulty ?? -1];
  return { ...(category && { category }), ...(level && { level }) };
}

function cellOf(name: string): Cell | undefined {
  const [first, second] = name.split('.');
  const category = categoryKeys.find((key) => key === first);
  const level = levelKeys.find((key) => key === second);
  if (!category && !level) return undefined;
  return { ...(category && { category }), ...(level && { level }) };
}
