import { type AnalysisControl, subProgress } from '../../analysis-type.ts';
import type { Warning } from '../../envelope.ts';
import { compareText } from '../../kit/figures.ts';
import type { CellDetails } from './cell-details.ts';
import { compareGroups, type Difference, findLarge } from './dif.ts';
import { type Choices, describeOptions, type OptionFigures } from './options.ts';
import { sortByColumn, totalRespondents } from './respondent-totals.ts';
import type { Cells } from './response-cells.ts';
import type { ItemStatisticsParameters } from './schema.ts';

/** What recorded responses tell beyond scores. */
export interface Evidence {
  readonly groups: readonly { readonly group: string; readonly responses: number }[];
  readonly boundary: number | null;
  /** By id of the question. */
  readonly questions: ReadonlyMap<string, QuestionEvidence>;
  readonly warnings: readonly Warning[];
}

export interface QuestionEvidence {
  readonly options: readonly OptionFigures[];
  readonly differences: readonly {
    readonly group: string;
    readonly reference: string;
    readonly difference: Difference;
  }[];
  readonly drift: Difference | null;
  /** Whether a group, or a period, surely differs by much. */
  readonly hasDif: boolean;
  readonly hasDrift: boolean;
}

export const noEvidence: Evidence = {
  groups: [],
  boundary: null,
  questions: new Map(),
  warnings: [],
};

/** More groups are more than anybody reads; each costs a pass over the responses. */
const maxGroups = 10;

export function gatherEvidence(
  cells: Cells,
  choicesOf: (questionId: string) => Choices | undefined,
  parameters: ItemStatisticsParameters,
  control: AnalysisControl,
): Evidence {
  const { details, questionIds } = cells;
  if (!details || cells.size === 0) return noEvidence;
  const byColumn = sortByColumn(cells);
  const totals = totalRespondents(cells);
  const { groups, others } = chooseGroups(details, parameters.reference_group);
  const boundary = chooseBoundary(details, parameters.drift_boundary);
  const [reference, ...focal] = groups;
  const compare = (groupOf: (cell: number) => number, from: number, to: number) =>
    compareGroups(
      cells,
      byColumn,
      groupOf,
      parameters.min_group_size,
      subProgress(control, from, to),
    );
  const drifts = compare((cell) => Number((details.times[cell] ?? 0) >= boundary), 0, 0.3);
  const largeDrifts = findLarge(drifts);
  const differences = focal.map(({ group, number }) => {
    const numbers = [reference?.number, number];
    const found = compare((cell) => numbers.indexOf(details.groups[cell] ?? 0), 0.3, 0.8);
    return { group, reference: reference?.group ?? '', found, large: findLarge(found) };
  });
  const questions = questionIds.map((id, column): [string, QuestionEvidence] => {
    const choices = choicesOf(id);
    return [
      id,
      {
        options: choices
          ? describeOptions(column, cells, details, byColumn, totals, choices, control)
          : [],
        differences: differences.flatMap(({ group, reference, found }) => {
          const difference = found[column];
          return difference ? [{ group, reference, difference }] : [];
        }),
        drift: drifts[column] ?? null,
        hasDif: differences.some(({ large }) => large[column]),
        hasDrift: largeDrifts[column] ?? false,
      },
    ];
  });
  control.progress(1);
  return {
    groups: groups.map(({ group, responses }) => ({ group, responses })),
    boundary,
    questions: new Map(questions),
    warnings: groupWarnings(groups, others, parameters.reference_group),
  };
}

interface Group {
  readonly group: string;
  readonly responses: number;
  /** As in the cells. */
  readonly number: number;
}

/** The reference group first, then the largest ones. */
function chooseGroups({ groups, groupNames }: CellDetails, wanted: string) {
  const counts = new Float64Array(groupNames.length + 1);
  for (const number of groups) counts[number] = (counts[number] ?? 0) + 1;
  const all = groupNames
    .map((group, at): Group => ({ group, responses: counts[at + 1] ?? 0, number: at + 1 }))
    .sort(
      (one, other) =>
        Number(other.group === wanted) - Number(one.group === wanted) ||
        other.responses - one.responses ||
        compareText(one.group, other.group),
    );
  return { groups: all.slice(0, maxGroups), others: Math.max(0, all.length - maxGroups) };
}

function chooseBoundary({ times }: CellDetails, wanted: string): number {
  if (wanted !== 'median') return Date.parse(wanted);
  const sorted = times.toSorted();
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function groupWarnings(groups: readonly Group[], others: number, wanted: string): Warning[] {
  const found: (Warning | false)[] = [
    wanted !== '' &&
      groups[0]?.group !== wanted && {
        code: 'unknown_group',
        detail: `No response is of the reference group ${JSON.stringify(wanted)}.`,
      },
    others > 0 && {
      code: 'groups_left_out',
      detail: `Of ${groups.length + others} groups the ${groups.length} largest are compared.`,
    },
  ];
  return found.filter((each) => each !== false);
}
