import {
  type Category,
  categories,
  categoryKeys,
  type Level,
  levelKeys,
  levels,
  showDate,
} from '../../parts/labels.tsx';

/** Which questions are analyzed: those of the address (a selection elsewhere), or by these criteria. */
export function SelectionFields({ query }: { query: URLSearchParams }) {
  const ids = listOf(query, 'ids');
  if (ids.length > 0)
    return (
      <p class="note">
        {ids.length === 1 ? '1 chosen question.' : `${ids.length} chosen questions.`}
      </p>
    );
  return (
    <fieldset class="card">
      <legend>Questions: all, or only</legend>
      <div class="fields">
        <fieldset class="chips">
          <legend>Category</legend>
          {categoryKeys.map((key) => (
            <Chip
              key={key}
              name="category"
              value={key}
              label={categories[key]}
              isChecked={listOf(query, 'category').includes(key)}
            />
          ))}
        </fieldset>
        <fieldset class="chips">
          <legend>Level</legend>
          {levelKeys.map((key) => (
            <Chip
              key={key}
              name="level"
              value={key}
              label={levels[key]}
              isChecked={listOf(query, 'level').includes(key)}
            />
          ))}
        </fieldset>
        <label>
          Topic
          <input name="topic" defaultValue={query.get('topic') ?? ''} />
        </label>
        <label>
          Search
          <input name="search" defaultValue={query.get('search') ?? ''} />
        </label>
        {query.get('source') && <p class="muted">Only of the source {query.get('source')}.</p>}
        {query.get('since') && (
          <p class="muted">Only added since {showDate(query.get('since') ?? '')}.</p>
        )}
      </div>
    </fieldset>
  );
}

interface ChipProps {
  readonly name: string;
  readonly value: string;
  readonly label: string;
  readonly isChecked: boolean;
}

function Chip({ name, value, label, isChecked }: ChipProps) {
  return (
    <label class="chip">
      <input type="checkbox" name={name} value={value} defaultChecked={isChecked} />
      {label}
    </label>
  );
}

/** The ids or criteria of a run; nothing for all questions. */
export function readSelection(form: HTMLFormElement, query: URLSearchParams) {
  const questionIds = listOf(query, 'ids');
  if (questionIds.length > 0) return { questionIds };
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const category = data.getAll('category') as Category[];
  const difficulty = data.getAll('level') as Level[];
  const selection = {
    ...(query.get('source') && { source: query.get('source') }),
    ...(query.get('since') && { createdAfter: query.get('since') }),
    ...(category.length > 0 && { category }),
    ...(difficulty.length > 0 && { difficulty }),
    ...(text('topic') && { topicFocus: [text('topic')] }),
    ...(text('search') && { search: text('search') }),
  };
  return Object.keys(selection).length > 0 ? { selection } : {};
}

function listOf(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? '').split(',').filter(Boolean);
}
