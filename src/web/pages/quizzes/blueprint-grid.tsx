import { categories, categoryKeys, levelKeys, levels, showNumber } from '../../parts/labels.tsx';
import { Stepper } from '../../parts/stepper.tsx';
import { type Cell, cellName, type FormDraft } from './form-draft.ts';

interface Group {
  readonly category: string | null;
  readonly difficulty: string | null;
  readonly count: number;
}

interface Props {
  readonly draft: FormDraft;
  /** Undefined while they are on their way. */
  readonly groups: readonly Group[] | undefined;
  /** Names of cells that contradict something. */
  readonly marks: ReadonlySet<string>;
  readonly onChange: (cells: Readonly<Record<string, number>>) => void;
}

/** How many questions of each category and level a form has, beside how many there are. */
export function BlueprintGrid({ draft, groups, marks, onChange }: Props) {
  const columns: readonly Cell[] = [...levelKeys.map((level) => ({ level })), {}];
  const rows: readonly Cell[] = [...categoryKeys.map((category) => ({ category })), {}];
  const change = (name: string, value: number | undefined) => {
    const { [name]: _, ...others } = draft.cells;
    onChange(value === undefined ? others : { ...others, [name]: value });
  };
  return (
    <table class="blueprint">
      <caption class="hidden">Questions of a form by category and level</caption>
      <thead>
        <tr>
          <th scope="col">
            <span class="hidden">Category</span>
          </th>
          {columns.map(({ level }) => (
            <th key={level ?? ''} scope="col">
              {level ? levels[level] : 'Any level'}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.category ?? ''}>
            <th scope="row">{row.category ? categories[row.category] : 'Any category'}</th>
            {columns.map((column) => {
              const cell = { ...row, ...column };
              const name = cellName(cell);
              if (!cell.category && !cell.level) return <Total key={name} draft={draft} />;
              return (
                <GridCell
                  key={name}
                  cell={cell}
                  draft={draft}
                  available={groups && countOf(groups, cell)}
                  isMarked={marks.has(name)}
                  onChange={(value) => change(name, value)}
                />
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function GridCell(props: {
  cell: Cell;
  draft: FormDraft;
  available: number | undefined;
  isMarked: boolean;
  onChange: (value: number | undefined) => void;
}) {
  const { cell, draft, available, isMarked, onChange } = props;
  const { category, level } = cell;
  const name = cellName(cell);
  const value = draft.cells[name];
  // Forms that share no question use up as many as they have together.
  const needed = draft.rule === 'most' ? 0 : (value ?? 0) * (draft.overlap > 0 ? 1 : draft.forms);
  const isShort = available !== undefined && needed > available;
  const words = [category && categories[category], level && levels[level]].filter(Boolean);
  const hint = `hint-${name}`;
  return (
    <td class={isMarked ? 'marked' : isShort ? 'short' : ''}>
      <Stepper
        label={words.join(', ')}
        value={value}
        min={1}
        max={1000}
        isOptional
        isInvalid={isMarked || isShort}
        describedBy={hint}
        onChange={onChange}
      />
      <span class="hint" id={hint}>
        {available === undefined ? '\u00a0' : `of ${showNumber(available)}`}
        {isShort && !isMarked && `, needs ${showNumber(needed)}`}
        {isMarked && <strong> conflict</strong>}
      </span>
    </td>
  );
}

function Total({ draft }: { draft: FormDraft }) {
  return (
    <td class="total">
      <strong>{showNumber(draft.length)}</strong>
      <span class="hint">in all</span>
    </td>
  );
}

function countOf(groups: readonly Group[], { category, level }: Cell): number {
  return groups
    .filter((group) => !category || group.category === category)
    .filter((group) => !level || group.difficulty === level)
    .reduce((sum, { count }) => sum + count, 0);
}
