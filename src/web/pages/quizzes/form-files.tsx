import { useState } from 'preact/hooks';
import { download, print } from '../../api/files.ts';
import { ErrorNote } from '../../parts/error-note.tsx';
import { Menu } from '../../parts/menu.tsx';
import type { Outcome } from './use-outcome.ts';

/** Files of the API: what the name says, the format, whether it has the key, the ending. */
const files = {
  Markdown: ['md', false, 'md'],
  'Markdown with answers': ['md', true, 'md'],
  HTML: ['html', false, 'html'],
  'HTML with answers': ['html', true, 'html'],
  'QTI, for learning platforms (with answers)': ['qti', true, 'zip'],
  'GIFT, for Moodle (with answers)': ['gift', true, 'gift.txt'],
  JSON: ['json', false, 'json'],
  'JSON with answers': ['json', true, 'json'],
} as const satisfies Record<string, readonly [format: string, hasKey: boolean, ending: string]>;

type File = keyof typeof files;

/** Prints forms and hands them to other programs. */
export function FormFiles({ outcome, mayReadKey }: { outcome: Outcome; mayReadKey: boolean }) {
  const [failure, setFailure] = useState<unknown>();
  const run = (work: () => Promise<void>) => {
    setFailure(undefined);
    work().catch(setFailure);
  };
  const pathOf = (format: string, hasKey: boolean) =>
    `/forms/${outcome.id}?format=${format}${hasKey ? '&key=true' : ''}`;
  const names = (Object.keys(files) as File[]).filter((name) => mayReadKey || !files[name][1]);
  return (
    <>
      {failure !== undefined && <ErrorNote error={failure} />}
      <div class="buttons start">
        <button type="button" onClick={() => run(() => print(pathOf('html', false)))}>
          Print
        </button>
        {mayReadKey && (
          <button
            type="button"
            class="quiet"
            onClick={() => run(() => print(pathOf('html', true)))}
          >
            Print with answers
          </button>
        )}
        <Menu
          label="Download"
          options={names.map((name) => [name, name])}
          onChoose={(name) => {
            const [format, hasKey, ending] = files[name as File];
            run(() => download(pathOf(format, hasKey), `${fileName(outcome.name)}.${ending}`));
          }}
        />
      </div>
      {!mayReadKey && (
        <p class="muted">
          Files with answers need the scope <code>questions:read</code>.
        </p>
      )}
    </>
  );
}

function fileName(name: string | null): string {
  return (name ?? 'form').replaceAll(/[^\p{L}\p{N}]+/gu, '-').replaceAll(/^-|-$/g, '') || 'form';
}
