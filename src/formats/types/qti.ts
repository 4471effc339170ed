import { type FileRow, type Format, fileFields } from '../format.ts';
import { FormatError } from '../format-error.ts';
import { decodeText, detectEncoding } from '../kit/decode-text.ts';
import { readItem, writeItem } from '../kit/qti-item.ts';
import { writePackage } from '../kit/qti-package.ts';
import { isXmlText, readXmlElements } from '../kit/xml-elements.ts';
import { xmlLosses } from '../kit/xml-losses.ts';
import { readZipFiles } from '../kit/zip-files.ts';

const items = new Set(['assessmentItem', 'qti-assessment-item']);

/** 1EdTech QTI: items of 2.1, 2.2 and 3.0, alone or in a package; 3.0 packages are written. */
export const qti: Format = {
  id: 'qti',
  title: '1EdTech QTI',
  mediaType: 'application/zip',
  extension: 'zip',
  holds: fileFields,
  isTyped: false,
  reader: {
    kind: 'binary',
    async *read(bytes) {
      let row = 0;
      for await (const document of readDocuments(bytes)) {
        for await (const element of readXmlElements(document.text, items)) {
          row += 1;
          yield inFile(readItem(element, row), document.name);
        }
      }
      if (row === 0) {
        throw new FormatError('There is no assessment item in the file.', { code: 'empty' });
      }
    },
  },
  write: (pages) => writePackage(pages, writeItem),
  losses: (question) => xmlLosses(question, isXmlText),
};

interface XmlDocument {
  /** Empty for a file that is not in a package. */
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

async function* readDocuments(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<XmlDocument> {
  const iterator = bytes[Symbol.asyncIterator]();
  const first = await iterator.next();
  const all = (async function* () {
    if (!first.done) yield first.value;
    for (let next = await iterator.next(); !next.done; next = await iterator.next())
      yield next.value;
  })();
  const isZip = !first.done && first.value[0] === 0x50 && first.value[1] === 0x4b;
  if (!isZip) {
    const sample = first.done ? new Uint8Array(0) : first.value;
    yield { name: '', text: decodeText(all, detectEncoding(sample) ?? 'utf-8') };
    return;
  }
  for await (const { name, bytes: content } of readZipFiles(all, (file) => /\.xml$/i.test(file))) {
    const once = (async function* () {
      yield content;
    })();
    yield { name, text: decodeText(once, detectEncoding(content.subarray(0, 65_536)) ?? 'utf-8') };
  }
}

/** In a package, a line says little without its file. */
function inFile(row: FileRow, name: string): FileRow {
  if (name === '' || !row.faults) return row;
  const faults = row.faults.map((fault) => ({ ...fault, detail: `${name}: ${fault.detail}` }));
  return { ...row, faults };
}
