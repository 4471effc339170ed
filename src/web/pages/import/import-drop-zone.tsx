import { useState } from 'preact/hooks';

/** A file is dropped here, or chosen. */
export function DropZone({
  file,
  onChoose,
}: {
  file: File | undefined;
  onChoose: (file: File) => void;
}) {
  const [isOver, setOver] = useState(false);
  const take = (files: FileList | null | undefined) => {
    const first = files?.[0];
    if (first) onChoose(first);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the file input inside does the same by keyboard.
    <div
      class={isOver ? 'drop over' : 'drop'}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        take(event.dataTransfer?.files);
      }}
    >
      <label>
        {file ? 'Drop another file here, or choose one' : 'Drop a file here, or choose one'}
        <input
          type="file"
          // The same file can be chosen again after it was mended.
          onClick={(event) => {
            event.currentTarget.value = '';
          }}
          onChange={(event) => take(event.currentTarget.files)}
        />
      </label>
      <p class="muted">
        {file
          ? `${file.name}, ${showSize(file.size)}`
          : 'CSV, Excel, JSON, JSON Lines, Open Trivia Database, GIFT, Aiken, Moodle XML, QTI, Anki or Markdown. Nothing is stored before you have seen how it is read.'}
      </p>
    </div>
  );
}

function showSize(bytes: number): string {
  const [size, unit] = bytes < 1_000_000 ? [bytes / 1000, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  const options = { style: 'unit', unit, maximumFractionDigits: 1 } as const;
  return new Intl.NumberFormat(undefined, options).format(size);
}
