import { client } from '../../api/client.ts';
import { graphql, type ResultOf } from '../../api/graphql.ts';
import { upload } from '../../api/upload.ts';
import { type Category, categories, type Level, levelKeys } from '../../parts/labels.tsx';

const importDocument = graphql(`
  query Import($id: ID!) {
    import(id: $id) {
      id
      status
      format
      dryRun
      progress
      read
      added
      updated
      unchanged
      skipped
      failed
      more
      errors {
        row
        line
        field
        value
        detail
        suggestion
      }
      notes {
        field
        value
        readAs
        rows
      }
      columns {
        name
        use
        field
      }
      sample {
        row
        line
        values
      }
      finishedAt
    }
  }
`);

export type ImportRecord = NonNullable<ResultOf<typeof importDocument>['import']>;

/** How a file is to be read; what is left out is detected. */
export interface ImportChoices {
  readonly format?: string | undefined;
  readonly category?: Category | undefined;
  readonly level?: Level | undefined;
  readonly source?: string | undefined;
  readonly onDuplicate: 'auto' | 'skip' | 'update' | 'add' | 'reject';
  /** Fields by the names of columns; null ignores one. */
  readonly columns: Readonly<Record<string, string | null>>;
}

export async function readImport(id: string): Promise<ImportRecord> {
  const { data, error } = await client.query(
    importDocument,
    { id },
    { requestPolicy: 'network-only' },
  );
  if (!data?.import) throw error ?? new Error('There is no such import.');
  return data.import;
}

/** Sends the file; resolves to the id of the import, whatever came of it. */
export async function sendImport(
  file: File,
  choices: ImportChoices,
  dryRun: boolean,
  onProgress: (share: number) => void,
): Promise<string> {
  const { format, category, level, source, onDuplicate, columns } = choices;
  const query = new URLSearchParams({
    // What fails is counted and left out; the page asks before.
    on_error: 'skip',
    on_duplicate: onDuplicate,
    dry_run: String(dryRun),
  });
  if (format) query.set('format', format);
  if (category) query.set('category', categories[category]);
  if (level) query.set('difficulty', String(levelKeys.indexOf(level)));
  if (source?.trim()) query.set('source', source.trim());
  if (Object.keys(columns).length > 0) query.set('mapping', JSON.stringify({ columns }));
  const { body } = await upload(`/questions/import?${query}`, file, onProgress);
  if (typeof body.id === 'string') return body.id;
  throw new Error(typeof body.detail === 'string' ? body.detail : 'The import failed. Try again.');
}

export function isEnded({ status }: ImportRecord): boolean {
  return status !== 'QUEUED' && status !== 'RUNNING';
}
