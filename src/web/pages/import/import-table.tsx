import type { ImportRecord } from './import-data.ts';

/** What a column can be, by the names of the REST API. */
const fields = {
  question_text: 'Question',
  correct_answer: 'Correct answer',
  incorrect_answers: 'Incorrect answers',
  accepted_answers: 'Other accepted answers',
  category: 'Category',
  difficulty: 'Level',
  topic_focus: 'Topic',
  source: 'Source',
  external_id: 'Id at the source',
  id: 'Id',
  version: 'Version',
} as const;

const uses: Readonly<Record<string, string>> = {
  choice: 'One of the choices',
  choices: 'All choices',
  incorrect: 'An incorrect answer',
  ignored: 'Ignored',
  unknown: 'Unknown: choose',
};

const ignored = '-';

interface Props {
  readonly record: ImportRecord;
  readonly mapping: Readonly<Record<string, string | null>>;
  readonly onMap: (mapping: Record<string, string | null>) => void;
}

/** Rows of the file with the use of each column above it, and what is wrong inside the cells. */
export function ImportTable({ record, mapping, onMap }: Props) {
  const { columns, sample, errors } = record;
  const choose = (name: string, value: string) => {
    const { [name]: _, ...others } = mapping;
    if (value === '') onMap(others);
    else onMap({ ...others, [name]: value === ignored ? null : value });
  };
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="scroll" aria-label="Rows of the file" tabIndex={0}>
      <table class="grid">
        <thead>
          <tr>
            <th scope="col">Row</th>
            {columns.map(({ name, use, field }) => (
              <th key={name} scope="col" class={use === 'unknown' ? 'bad' : ''}>
                <span class="name">{name}</span>
                <select
                  aria-label={`Use of the column ${name}`}
                  value={name in mapping ? (mapping[name] ?? ignored) : ''}
                  onChange={(event) => choose(name, event.currentTarget.value)}
                >
                  <option value="">{detectedAs(use, field)}</option>
                  {Object.entries(fields).map(([key, label]) => (
                    <option key={key} value={key}>
                      {label}
                    </option>
                  ))}
                  <option value={ignored}>Ignore</option>
                </select>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sample.map(({ row, values }) => {
            const faults = errors.filter((error) => error.row === row);
            return (
              <tr key={row} class={faults.length > 0 ? 'failed' : ''}>
                <th scope="row">
                  {row}
                  {faults
                    .filter(({ field }) => !columns.some(({ name }) => name === field))
                    .map(({ detail }) => (
                      <span key={detail} class="advice error">
                        {detail}
                      </span>
                    ))}
                </th>
                {columns.map(({ name }, index) => {
                  const wrong = faults.filter(({ field }) => field === name);
                  return (
                    <td key={name} class={wrong.length > 0 ? 'bad' : ''} dir="auto">
                      {values[index]}
                      {wrong.map(({ detail }) => (
                        <span key={detail} class="advice error">
                          {detail}
                        </span>
                      ))}
                    </td>
                  );
                })}
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

function detectedAs(use: string, field: string | null): string {
  if (field !== null) return fields[field as keyof typeof fields] ?? field;
  return uses[use] ?? use;
}
