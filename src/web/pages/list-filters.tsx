import { categories, categoryKeys, levelKeys, levels, showDate } from '../parts/labels.tsx';
import { changeQuery } from '../router.ts';
import type { Criteria } from './list-criteria.ts';

/** Filters as chips; each is part of the address. */
export function ListFilters({ criteria }: { criteria: Criteria }) {
  const { category, level, topic, source, since, ids, found } = criteria;
  const others = [
    ['topic', topic && `Topic: ${topic}`],
    ['source', source && `Source: ${source}`],
    ['since', since && `Added since ${showDate(since)}`],
    ['found', found && `Finding: ${found.replaceAll('_', ' ')}`],
    ['ids', !found && ids.length > 0 && `${ids.length} given by the link`],
  ] as const;
  return (
    <div class="filters">
      <fieldset class="chips">
        <legend>Category</legend>
        {categoryKeys.map((key) => (
          <Chip key={key} name="category" value={key} chosen={category} label={categories[key]} />
        ))}
      </fieldset>
      <fieldset class="chips">
        <legend>Level</legend>
        {levelKeys.map((key) => (
          <Chip key={key} name="level" value={key} chosen={level} label={levels[key]} />
        ))}
      </fieldset>
      <div class="chips">
        {others.map(
          ([name, text]) =>
            text && (
              <button
                key={name}
                type="button"
                class="chip"
                onClick={() => changeQuery({ [name]: undefined, offset: undefined })}
              >
                {text} <span aria-hidden="true">×</span>
                <span class="hidden"> Remove</span>
              </button>
            ),
        )}
      </div>
    </div>
  );
}

function Chip(props: { name: string; value: string; chosen: readonly string[]; label: string }) {
  const { name, value, chosen, label } = props;
  const isChosen = chosen.includes(value);
  const next = isChosen ? chosen.filter((each) => each !== value) : [...chosen, value];
  return (
    <label class="chip">
      <input
        type="checkbox"
        checked={isChosen}
        onChange={() => changeQuery({ [name]: next.join(','), offset: undefined })}
      />
      {label}
    </label>
  );
}
