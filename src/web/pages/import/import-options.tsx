import { graphql } from '../../api/graphql.ts';
import { useQuery } from '../../api/use-query.ts';
import { categories, categoryKeys, levelKeys, levels } from '../../parts/labels.tsx';
import type { ImportChoices } from './import-data.ts';

const formatsDocument = graphql(`
  query Formats {
    formats {
      name
      title
    }
  }
`);

const duplicates: Readonly<Record<ImportChoices['onDuplicate'], string>> = {
  auto: 'Update by id, skip the same',
  skip: 'Skip them',
  update: 'Update them',
  add: 'Add them again',
  reject: 'Report them as failed',
};

interface Props {
  readonly detected: string;
  readonly choices: ImportChoices;
  readonly onChange: (choices: ImportChoices) => void;
}

export function ImportOptions({ detected, choices, onChange }: Props) {
  const { data } = useQuery(formatsDocument, {});
  const formats = data?.formats ?? [];
  const title = formats.find(({ name }) => name === detected)?.title ?? detected;
  const select = (
    name: 'format' | 'category' | 'level' | 'onDuplicate',
    label: string,
    options: readonly (readonly [value: string, text: string])[],
  ) => (
    <label>
      {label}
      <select
        value={choices[name] ?? ''}
        onChange={(event) =>
          onChange({ ...choices, [name]: event.currentTarget.value || undefined })
        }
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
  return (
    <fieldset class="options">
      <legend>How it is read</legend>
      {select('format', 'Format', [
        ['', title ? `Detected: ${title}` : 'Not detected'],
        ...formats.map((format) => [format.name, format.title] as const),
      ])}
      {select('category', 'Category of rows without one', [
        ['', 'None'],
        ...categoryKeys.map((key) => [key, categories[key]] as const),
      ])}
      {select('level', 'Level of rows without one', [
        ['', 'None'],
        ...levelKeys.map((key) => [key, levels[key]] as const),
      ])}
      {select('onDuplicate', 'Questions that exist', Object.entries(duplicates))}
      <label>
        Source of rows without one
        <input
          type="text"
          maxLength={200}
          value={choices.source ?? ''}
          onInput={(event) => onChange({ ...choices, source: event.currentTarget.value })}
        />
      </label>
    </fieldset>
  );
}
