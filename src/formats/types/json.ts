import { type Format, fileFields } from '../format.ts';
import { readJsonElements } from '../kit/json-elements.ts';
import { readJsonRow } from '../kit/json-rows.ts';
import { toJson } from './jsonl.ts';

/** A JSON array of questions, or an object that has one, such as the answer of `GET /questions`. */
export const json: Format = {
  id: 'json',
  title: 'JSON',
  mediaType: 'application/json',
  extension: 'json',
  holds: fileFields,
  isTyped: true,
  reader: {
    kind: 'text',
    async *read(text) {
      let row = 0;
      for await (const element of readJsonElements(text)) {
        row += 1;
        yield readJsonRow(element.text, row, element.line);
      }
    },
  },
  async *write(pages) {
    let before = '[\n';
    for await (const page of pages) {
      yield `${before}${page.map(toJson).join(',\n')}`;
      before = ',\n';
    }
    yield before === ',\n' ? '\n]\n' : '[]\n';
  },
};
