import { findCategory } from '../../domain/question.ts';
import { isUuid } from '../../domain/uuid.ts';
import { type FileQuestion, type FileRow, type Format, fileFields } from '../format.ts';
import { writeList } from '../kit/cells.ts';
import { orderChoices, readRightAnswers } from '../kit/choices.ts';
import { RowTexts, unsupportedType } from '../kit/html-text.ts';
import {
  childOf,
  childrenOf,
  escapeXml,
  isXmlText,
  readXmlElements,
  textOf,
  type XmlElement,
} from '../kit/xml-elements.ts';
import { xmlLosses } from '../kit/xml-losses.ts';

/** Moodle XML; fields that it has no place for are tags. */
export const moodleXml: Format = {
  id: 'moodle_xml',
  title: 'Moodle XML',
  mediaType: 'application/xml',
  extension: 'xml',
  holds: fileFields,
  isTyped: false,
  reader: {
    kind: 'text',
    async *read(text) {
      let row = 0;
      let category: string | null = null;
      for await (const element of readXmlElements(text, new Set(['question']))) {
        if (element.attributes.type === 'category') {
          const parts = textOf(childOf(element, 'category', 'text')).split('/');
          category = parts.find((part) => findCategory(part)) ?? parts.at(-1)?.trim() ?? null;
          continue;
        }
        row += 1;
        yield readQuestion(element, row, category);
      }
    },
  },
  async *write(pages) {
    yield '<?xml version="1.0" encoding="UTF-8"?>\n<quiz>\n';
    for await (const page of pages) yield page.map(writeQuestion).join('');
    yield '</quiz>\n';
  },
  losses: (question) => xmlLosses(question, isXmlText),
};

function readQuestion(element: XmlElement, row: number, category: string | null): FileRow {
  const place = { row, line: element.line };
  const type = element.attributes.type ?? '';
  const texts = new RowTexts();
  const answers = readAnswers(element, type, texts);
  if (!answers) return { ...place, values: {}, faults: [unsupportedType(type)] };
  const text = readText('question_text', childOf(element, 'questiontext'), texts);
  const id = textOf(childOf(element, 'idnumber')).trim();
  const values = {
    ...(category !== null && { category }),
    ...readTags(element),
    // Ids of other systems stay theirs.
    ...(isUuid(id) ? { id } : {}),
    question_text: text,
    ...answers,
  };
  return { ...place, values, notes: texts.notes };
}

function readAnswers(element: XmlElement, type: string, texts: RowTexts) {
  const all = childrenOf(element, 'answer').map((answer) => ({
    isCorrect: Number(answer.attributes.fraction) >= 100,
    text: readText('correct_answer', answer, texts),
  }));
  const correct = all.filter(({ isCorrect }) => isCorrect);
  const [first] = correct;
  if (!first || !['multichoice', 'truefalse', 'shortanswer'].includes(type)) return undefined;
  if (type === 'multichoice' && correct.length > 1) return undefined;
  const others = all.filter(({ isCorrect }) => !isCorrect).map(({ text }) => text);
  return { ...readRightAnswers(correct.map(({ text }) => text)), incorrect_answers: others };
}

function readText(field: string, element: XmlElement | undefined, texts: RowTexts): string {
  const format = element?.attributes.format ?? 'html';
  return texts.read(
    field,
    textOf(childOf(element, 'text')),
    !/^(?:plain_text|markdown)$/.test(format),
  );
}

/** Tags of our own are `field=value`; others are ignored. */
function readTags(element: XmlElement): Record<string, string> {
  const values: Record<string, string> = {};
  for (const tag of childrenOf(childOf(element, 'tags'), 'tag')) {
    const [, field = '', value = ''] = /^([a-z_]+)=(.*)$/s.exec(textOf(childOf(tag, 'text'))) ?? [];
    if (fileFields.includes(field)) values[field] = value;
  }
  return values;
}

function writeQuestion(question: FileQuestion): string {
  const { choices, correct } = orderChoices(question);
  const isChoice = choices.length > 1;
  const title = question.questionText.slice(0, 60).replace(/\s+/g, ' ');
  const tags = {
    category: question.category,
    difficulty: String(question.difficulty),
    topic_focus: question.topicFocus ?? '',
    source: question.source ?? '',
    external_id: question.externalId ?? '',
    accepted_answers: writeList(question.acceptedAnswers),
    version: String(question.version),
  };
  const lines = [
    `<question type="${isChoice ? 'multichoice' : 'shortanswer'}">`,
    `<name><text>${escapeXml(title.isWellFormed() ? title : title.slice(0, -1))}</text></name>`,
    `<questiontext format="plain_text"><text>${escapeXml(question.questionText)}</text></questiontext>`,
    `<idnumber>${question.id}</idnumber>`,
    isChoice
      ? '<single>true</single><shuffleanswers>true</shuffleanswers>'
      : '<usecase>0</usecase>',
    ...choices.map(
      (text, at) =>
        `<answer fraction="${at === correct ? 100 : 0}" format="plain_text"><text>${escapeXml(text)}</text></answer>`,
    ),
    `<tags>${Object.entries(tags)
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `<tag><text>${name}=${escapeXml(value)}</text></tag>`)
      .join('')}</tags>`,
    '</question>\n',
  ];
  return lines.join('\n');
}
