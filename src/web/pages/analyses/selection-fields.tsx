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
  const topics = query.getAll('topic');
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
        {topics.length < 2 && (
          <label>
            Topic
            <input name="topic" defaultValue={topics[0] ?? ''} />
          </label>
        )}
        <label>
          Search
          <input name="search" defaultValue={query.get('search') ?? ''} />
        </label>
        {topics.length > 1 && <p class="muted">Only of the topics {topics.join(', ')}.</p>}
        {query.get('source') && <p class="muted">Only of the source {query.get('source')}.</p>}
        {query.get('since') && (
          <p class="muted">Only added since {showDate(query.get('since') ?? '')}.</p>
        )}
        {query.get('changed') && (
          <p class="muted">Only changed since {showDate(query.get('changed') ?? '')}.</p>
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

/** So many ids fit into criteria, which a run shows; more are only given to it. */
const maxIds = 100;

/** The ids or criteria of a run; nothing for all questions. */
export function readSelection(form: HTMLFormElement, query: URLSearchParams) {
  const ids = listOf(query, 'ids');
  if (ids.length > 0) return ids.length > maxIds ? { questionIds: ids } : { selection: { ids } };
  const data = new FormData(form);
  const text = (name: string) => String(data.get(name) ?? '').trim();
  const category = data.getAll('category') as Category[];
  const difficulty = data.getAll('level') as Level[];
  const topics = query.getAll('topic');
  const selection = {
    ...(query.get('source') && { source: query.get('source') }),
    ...(query.get('since') && { createdAfter: query.get('since') }),
    ...(query.get('changed') && { updatedAfter: query.get('changed') }),
    ...(topics.length > 1 && { topicFocus: topics }),
    ...(category.length > 0 && { category }),
    ...(difficulty.length > 0 && { difficulty }),
    ...(text('topic') && { topicFocus: [text('topic')] }),
    ...(text('search') && { search: text('search') }),
  };
  return Object.keys(selection).length > 0 ? { selection } : {};
}

/** The criteria of an earlier run, which have the names and values of REST, as those of an address. */
export function queryOfSelection(selection: unknown): URLSearchParams {
  const given = (selection ?? {}) as Readonly<Record<string, unknown>>;
  const list = (name: string) => [given[name] ?? []].flat().map(String);
  const query = new URLSearchParams();
  const set = (name: string, value: string) => value && query.set(name, value);
  const names = list('category');
  set('category', categoryKeys.filter((key) => names.includes(categories[key])).join(','));
  set(
    'level',
    list('difficulty')
      .map((level) => levelKeys[Number(level)] ?? '')
      .join(','),
  );
  set('ids', list('ids').join(','));
  for (const topic of list('topic_focus')) query.append('topic', topic);
  set('search', String(given.search ?? ''));
  set('source', String(given.source ?? ''));
  set('since', String(given.created_after ?? ''));
  set('changed', String(given.updated_after ?? ''));
  return query;
}

function listOf(query: URLSearchParams, name: string): string[] {
  return (query.get(name) ?? '').split(',').filter(Boolean);
}
