import { isUuid } from '../../domain/uuid.ts';
import { type FileQuestion, type FileRow, fileFields } from '../format.ts';
import { writeList } from './cells.ts';
import { orderChoices, readRightAnswers } from './choices.ts';
import { unsupportedType } from './html-text.ts';
import {
  childOf,
  childrenOf,
  escapeXml,
  findAll,
  textOf,
  type XmlElement,
} from './xml-elements.ts';

/** The names of 2.x (`choiceInteraction`) for those of 3.0 (`qti-choice-interaction`). */
function plainName(name: string): string {
  return name
    .replace(/^qti-/, '')
    .replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function plainElement(element: XmlElement): XmlElement {
  const attributes = Object.entries(element.attributes).map(([name, value]) => [
    name.startsWith('data-') ? name : plainName(name),
    value,
  ]);
  return {
    ...element,
    name: plainName(element.name),
    attributes: Object.fromEntries(attributes),
    children: element.children.map((child) =>
      typeof child === 'string' ? child : plainElement(child),
    ),
  };
}

/** A question from an item with one interaction: a choice or a text entry. */
export function readItem(element: XmlElement, row: number): FileRow {
  const item = plainElement(element);
  const place = { row, line: element.line };
  const body = childOf(item, 'itemBody');
  const interactions = ['choiceInteraction', 'textEntryInteraction'].flatMap((name) =>
    findAll(body, name),
  );
  const others = findNames(body).filter(
    (name) => name.endsWith('Interaction') && !/^(?:choice|textEntry)Interaction$/.test(name),
  );
  const [interaction] = interactions;
  if (!interaction || interactions.length > 1 || others.length > 0) {
    const type = others[0] ?? (interactions.length > 1 ? 'several interactions' : 'no interaction');
    return { ...place, values: {}, faults: [unsupportedType(type)] };
  }
  const keys = readKeys(item, interaction.attributes.responseIdentifier ?? 'RESPONSE');
  const isChoice = interaction.name === 'choiceInteraction';
  if (keys.length === 0 || (isChoice && keys.length > 1)) {
    const detail = `An item must have one correct response; this one has ${keys.length}.`;
    return {
      ...place,
      values: {},
      faults: [{ field: 'correct_answer', code: 'one_answer', detail }],
    };
  }
  const choices = findAll(interaction, 'simpleChoice').map((choice) => ({
    isCorrect: choice.attributes.identifier === keys[0],
    text: textOf(choice).trim(),
  }));
  const correct = isChoice ? choices.find(({ isCorrect }) => isCorrect)?.text : keys[0];
  const values = {
    ...readProperties(item, body),
    question_text: questionText(body, interaction),
    correct_answer: correct ?? null,
    ...(!isChoice && readRightAnswers(keys)),
    incorrect_answers: choices.flatMap(({ isCorrect, text }) => (isCorrect ? [] : [text])),
  };
  return { ...place, values };
}

function findNames(element: XmlElement | undefined): string[] {
  return (element?.children ?? []).flatMap((child) =>
    typeof child === 'string' ? [] : [child.name, ...findNames(child)],
  );
}

function readKeys(item: XmlElement, identifier: string): string[] {
  const declaration = childrenOf(item, 'responseDeclaration').find(
    ({ attributes }) => attributes.identifier === identifier,
  );
  const correct = childrenOf(childOf(declaration, 'correctResponse'), 'value').map((value) =>
    textOf(value).trim(),
  );
  if (correct.length > 0) return correct;
  // Text entries may have a table of accepted answers instead.
  const entries = findAll(childOf(declaration, 'mapping'), 'mapEntry');
  return entries
    .filter(({ attributes }) => Number(attributes.mappedValue) > 0)
    .map(({ attributes }) => attributes.mapKey ?? '');
}

/** The prompt, or else what the body says outside of the interaction. */
function questionText(body: XmlElement | undefined, interaction: XmlElement): string {
  const around = outside(body, interaction).trim();
  const prompt = textOf(childOf(interaction, 'prompt')).trim();
  return [around, prompt].filter((text) => text !== '').join('\n');
}

function outside(element: XmlElement | undefined, except: XmlElement): string {
  return (element?.children ?? [])
    .map((child) => {
      if (typeof child === 'string') return /^\s*\n\s*$/.test(child) ? '' : child;
      return child === except ? '' : outside(child, except);
    })
    .join('');
}

/** Fields that QTI has no place for are `data-` attributes of the body. */
function readProperties(item: XmlElement, body: XmlElement | undefined): Record<string, string> {
  const values: Record<string, string> = {};
  for (const [name, value] of Object.entries(body?.attributes ?? {})) {
    const field = name.replace(/^data-/, '').replaceAll('-', '_');
    if (name.startsWith('data-') && fileFields.includes(field)) values[field] = value;
  }
  const id = (item.attributes.identifier ?? '').replace(/^question-/, '');
  return isUuid(id) ? { ...values, id } : values;
}

/** An item of QTI 3.0. */
export function writeItem(question: FileQuestion): string {
  const { choices, correct } = orderChoices(question);
  const isChoice = choices.length > 1;
  const properties = {
    category: question.category,
    difficulty: String(question.difficulty),
    'topic-focus': question.topicFocus,
    source: question.source,
    'external-id': question.externalId,
    'accepted-answers': writeList(question.acceptedAnswers) || null,
    version: String(question.version),
  };
  const data = Object.entries(properties)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` data-${name}="${escapeXml(value ?? '')}"`);
  const key = isChoice ? `choice-${correct + 1}` : question.correctAnswer;
  const interaction = isChoice
    ? [
        '<qti-choice-interaction response-identifier="RESPONSE" shuffle="true" max-choices="1">',
        ...choices.map(
          (text, at) =>
            `<qti-simple-choice identifier="choice-${at + 1}">${escapeXml(text)}</qti-simple-choice>`,
        ),
        '</qti-choice-interaction>',
      ].join('')
    : '<p><qti-text-entry-interaction response-identifier="RESPONSE"/></p>';
  const title = question.questionText.slice(0, 60).toWellFormed().replace(/\s+/g, ' ');
  return `<?xml version="1.0" encoding="UTF-8"?>
<qti-assessment-item xmlns="http://www.imsglobal.org/xsd/imsqtiasi_v3p0" identifier="question-${question.id}" title="${escapeXml(title)}" adaptive="false" time-dependent="false">
<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="${isChoice ? 'identifier' : 'string'}"><qti-correct-response><qti-value>${escapeXml(key)}</qti-value></qti-correct-response></qti-response-declaration>
<qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/>
<qti-item-body${data.join('')}><p>${escapeXml(question.questionText)}</p>${interaction}</qti-item-body>
<qti-response-processing template="https://purl.imsglobal.org/spec/qti/v3p0/rptemplates/match_correct.xml"/>
</qti-assessment-item>
`;
}
