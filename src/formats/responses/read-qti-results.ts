import { childrenOf, readXmlElements, textOf, type XmlElement } from '../kit/xml-elements.ts';
import type { ResponseRow } from './response-row.ts';

/** One result is one element: that of a whole test, or of its items. */
const results = new Set(['assessmentResult', 'qti-assessment-result']);

/**
 * Reads QTI Results Reporting: `context` names the respondent, an `itemResult` the question; the last
 * candidate response is the answer, the outcome SCORE the score.
 */
export async function* readQtiResults(text: AsyncIterable<string>): AsyncGenerator<ResponseRow> {
  let row = 0;
  for await (const result of readXmlElements(text, results)) {
    const respondent = attributeOf(childOf(result, 'context'), 'sourcedId');
    for (const item of childrenNamed(result, 'itemResult')) {
      row += 1;
      yield readItemResult(item, respondent, row);
    }
  }
}

function readItemResult(
  item: XmlElement,
  respondent: string | undefined,
  row: number,
): ResponseRow {
  const identifier = attributeOf(item, 'identifier') ?? '';
  const recordedAt = withZone(attributeOf(item, 'datestamp'));
  const variables = childrenNamed(item, 'responseVariable');
  const response = variables.find((each) => !isBuiltIn(each));
  const given = lastValue(childOf(response, 'candidateResponse'));
  const choice = /^choice-(\d{1,2})$/.exec(given ?? '')?.[1];
  const isText = baseTypeOf(response) !== 'identifier';
  const score = lastValue(
    childrenNamed(item, 'outcomeVariable').find(
      (each) => attributeOf(each, 'identifier') === 'SCORE',
    ),
  );
  const seconds = lastValue(
    childOf(
      variables.find((each) => attributeOf(each, 'identifier') === 'duration'),
      'candidateResponse',
    ),
  );
  return {
    row,
    line: item.line,
    question: identifier.replace(/^question-/, ''),
    field: 'identifier',
    ...(choice !== undefined && { choice: Number(choice) }),
    values: {
      ...(respondent && { respondent }),
      ...(given && choice === undefined && isText && { answer: given }),
      ...(score !== undefined && { score: Number(score) }),
      ...(seconds !== undefined && { timeMs: Math.round(1000 * Number(seconds)) }),
      ...(recordedAt && { recordedAt }),
    },
  };
}

function isBuiltIn(variable: XmlElement): boolean {
  return ['duration', 'numAttempts'].includes(attributeOf(variable, 'identifier') ?? '');
}

function baseTypeOf(variable: XmlElement | undefined): string | undefined {
  return attributeOf(variable, 'baseType');
}

/** The last of several values. */
function lastValue(element: XmlElement | undefined): string | undefined {
  const last = childrenNamed(element, 'value').at(-1);
  const text = last && textOf(last).trim();
  return text === '' ? undefined : text;
}

/** A time without a zone is one of UTC. */
function withZone(time: string | undefined): string | undefined {
  if (time === undefined) return undefined;
  return /(?:Z|[+-]\d\d:\d\d)$/.test(time) ? time : `${time}Z`;
}

/** QTI 3.0 names what 2.x calls itemResult qti-item-result, and its attributes likewise. */
function childrenNamed(element: XmlElement | undefined, name: string): XmlElement[] {
  const hyphenated = hyphenate(name);
  return [...childrenOf(element, name), ...childrenOf(element, `qti-${hyphenated}`)];
}

function childOf(element: XmlElement | undefined, name: string): XmlElement | undefined {
  return childrenNamed(element, name)[0];
}

function attributeOf(element: XmlElement | undefined, name: string): string | undefined {
  return element?.attributes[name] ?? element?.attributes[hyphenate(name)];
}

function hyphenate(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
