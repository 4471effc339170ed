import type { Format } from './format.ts';
import { aiken } from './types/aiken.ts';
import { anki } from './types/anki.ts';
import { csv, tsv } from './types/csv.ts';
import { giftFormat } from './types/gift.ts';
import { json } from './types/json.ts';
import { jsonl } from './types/jsonl.ts';
import { md } from './types/md.ts';
import { moodleXml } from './types/moodle-xml.ts';
import { opentdb } from './types/opentdb.ts';
import { qti } from './types/qti.ts';
import { xlsx } from './types/xlsx.ts';

/** Every file format: its line here makes it available to the API and the command line. */
export const formats: readonly Format[] = [
  csv,
  tsv,
  xlsx,
  json,
  jsonl,
  opentdb,
  giftFormat,
  aiken,
  moodleXml,
  qti,
  anki,
  md,
];

export const formatIds = formats.map(({ id }) => id) as [string, ...string[]];

export function findFormat(id: string): Format | undefined {
  return formats.find((format) => format.id === id);
}
