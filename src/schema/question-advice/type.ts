import { type Advice, adviceKinds } from '../../analyses/advice/advice.ts';
import { severities } from '../../analyses/types/quality/rule.ts';
import { toSnakeCase } from '../../domain/naming.ts';
import { questionFields } from '../../domain/question-content.ts';
import { builder } from '../builder.ts';
import { loadQuestion } from '../question/load.ts';
import { QuestionRef } from '../question/type.ts';
import { QuestionFieldEnum } from '../question-version/type.ts';

const descriptions = {
  invalid: 'A rule is broken: the question cannot be saved.',
  duplicate: 'The bank has a question that asks the same.',
  quality: 'The question could be written better.',
};

const AdviceKindEnum = builder.enumType('QuestionAdviceKind', {
  description: 'What advice is about.',
  values: Object.fromEntries(
    adviceKinds.map((kind) => [
      kind.toUpperCase(),
      { value: kind, description: descriptions[kind] },
    ]),
  ),
});

export const QuestionAdviceRef = builder.objectRef<Advice>('QuestionAdvice').implement({
  description: 'Something to consider before a question is saved.',
  fields: (t) => ({
    kind: t.expose('kind', { type: AdviceKindEnum }),
    kindName: t.exposeString('kind', {
      description: `The kind as in REST: ${adviceKinds.join(', ')}.`,
      extensions: { jsonSchema: { enum: [...adviceKinds], examples: ['duplicate'] } },
    }),
    rule: t.exposeString('rule', {
      description:
        'The code of the broken rule; how the duplicate is related: exact, near, paraphrase or ' +
        'answer_conflict; or the id of the rule of the quality analysis.',
      extensions: { jsonSchema: { examples: ['answer_conflict'] } },
    }),
    severity: t.exposeString('severity', {
      description: 'error (cannot be saved, or is surely wrong), warning, or info for a hint.',
      extensions: { jsonSchema: { enum: [...severities] } },
    }),
    message: t.exposeString('message', {
      extensions: {
        jsonSchema: {
          examples: [
            'The bank has the same question with another answer: "Which planet has the most moons?", answered "Jupiter". Check which one is right.',
          ],
        },
      },
    }),
    why: t.string({
      nullable: true,
      description: 'Why a quality rule matters, in one sentence.',
      resolve: ({ why }) => why ?? null,
    }),
    field: t.field({
      type: QuestionFieldEnum,
      nullable: true,
      description: 'The field that it concerns.',
      resolve: ({ field }) => field ?? null,
    }),
    fieldName: t.string({
      nullable: true,
      description: 'The field that it concerns, as in REST.',
      resolve: ({ field }) => (field ? toSnakeCase(field) : null),
      extensions: { jsonSchema: { enum: questionFields.map(toSnakeCase) } },
    }),
    index: t.int({
      nullable: true,
      description: 'Index in the incorrect answers, from 0.',
      resolve: ({ index }) => index ?? null,
    }),
    span: t.intList({
      nullable: true,
      description: 'Position in the text as [start, end), in characters (code points).',
      resolve: ({ span }) => (span ? [...span] : null),
    }),
    suggestion: t.field({
      type: 'JSON',
      nullable: true,
      description:
        'The new value of the field, ready to be saved: with the fixes of all findings of this rule in ' +
        'the field. Those of other rules are not in it; ask again once it is saved.',
      resolve: ({ suggestion }) => suggestion ?? null,
      extensions: {
        jsonSchema: { anyOf: [{ type: 'string' }, { type: 'array', items: { type: 'string' } }] },
      },
    }),
    questionId: t.id({
      nullable: true,
      description: 'The id of the question that asks the same.',
      resolve: ({ questionId }) => questionId ?? null,
    }),
    question: t.field({
      type: QuestionRef,
      nullable: true,
      description: 'The question that asks the same.',
      resolve: ({ questionId }, _args, context) =>
        questionId === undefined ? null : loadQuestion(context, questionId),
    }),
  }),
});
