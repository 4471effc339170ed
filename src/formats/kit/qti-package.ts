import { Zip, ZipDeflate } from 'fflate';
import type { FileQuestion, QuestionPages } from '../format.ts';

/** A content package: the items, then the manifest that lists them. Only one item is held at a time. */
export async function* writePackage(
  pages: QuestionPages,
  writeItem: (question: FileQuestion) => string,
): AsyncGenerator<Uint8Array> {
  const ready: Uint8Array[] = [];
  const zip = new Zip((error, chunk) => {
    if (error) throw error;
    ready.push(chunk);
  });
  const add = (name: string, parts: Iterable<string>) => {
    const file = new ZipDeflate(name, { level: 6 });
    // The same questions give the same bytes.
    file.mtime = new Date(1980, 0, 1);
    zip.add(file);
    for (const part of parts) file.push(Buffer.from(part));
    file.push(new Uint8Array(0), true);
  };
  let count = 0;
  for await (const page of pages) {
    for (const question of page) {
      count += 1;
      add(itemName(count), [writeItem(question)]);
      yield* ready.splice(0);
    }
  }
  add('imsmanifest.xml', manifest(count));
  zip.end();
  yield* ready;
}

function itemName(number: number): string {
  return `items/question-${String(number).padStart(7, '0')}.xml`;
}

function* manifest(count: number): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8"?>
<manifest xmlns="http://www.imsglobal.org/xsd/qti/qtiv3p0/imscp_v1p1" identifier="questions">
<metadata><schema>QTI Package</schema><schemaversion>3.0.0</schemaversion></metadata>
<organizations/>
<resources>
`;
  for (let number = 1; number <= count; number += 1) {
    const name = itemName(number);
    yield `<resource identifier="item-${number}" type="imsqti_item_xmlv3p0" href="${name}"><file href="${name}"/></resource>\n`;
  }
  yield '</resources>\n</manifest>\n';
}
