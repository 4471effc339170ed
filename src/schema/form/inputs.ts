import { formRequest, objectiveKinds } from '../../domain/form-input.ts';
import { builder } from '../builder.ts';
import { QuestionFilterInput } from '../question/inputs.ts';
import { CategoryEnum, DifficultyEnum } from '../question/type.ts';

const ObjectiveKindEnum = builder.enumType('FormObjectiveKind', {
  description: 'What makes one form better than another.',
  values: Object.fromEntries(
    objectiveKinds.map((kind) => [kind.toUpperCase(), { value: kind as string }]),
  ),
});

const FormTargetInput = builder.inputType('FormTargetInput', {
  description: 'An ability at which information counts.',
  fields: (t) => ({
    ability: t.float({ required: true, description: '-6 to 6; the mean is 0.' }),
    information: t.float({ description: 'The test information wanted; omitted, the most.' }),
  }),
});

const FormObjectiveInput = builder.inputType('FormObjectiveInput', {
  description: 'What makes one form better than another.',
  fields: (t) => ({
    kind: t.field({ type: ObjectiveKindEnum, required: true }),
    targets: t.field({
      type: [FormTargetInput],
      description:
        'For INFORMATION: 1 to 10 abilities, each with the information wanted or all without.',
    }),
    analysisId: t.id({
      description:
        'For INFORMATION: the ITEM_STATISTICS run with the item parameters; default the newest with a model.',
    }),
  }),
});

const FormQuotaInput = builder.inputType('FormQuotaInput', {
  description: 'How many questions of one kind each form has: min, max or both.',
  fields: (t) => ({
    category: t.field({ type: CategoryEnum }),
    difficulty: t.field({ type: DifficultyEnum }),
    topicFocus: t.string(),
    source: t.string(),
    min: t.int(),
    max: t.int(),
  }),
});

export const AssembleFormsInput = builder.inputType('AssembleFormsInput', {
  description: 'How many forms, of which questions, and what each must be like.',
  extensions: { rules: formRequest },
  fields: (t) => ({
    name: t.string({ description: 'A title, printed on the forms.' }),
    forms: t.int({ description: 'How many parallel forms, 1 to 20; default 1.' }),
    length: t.int({
      required: true,
      description: 'Questions in each form, 1 to 1,000; all forms together up to 5,000.',
    }),
    criteria: t.field({
      type: QuestionFilterInput,
      description: 'Which questions may be used. Default: all.',
    }),
    quotas: t.field({ type: [FormQuotaInput] }),
    maxPerTopic: t.int({ description: 'At most so many questions of one topic in each form.' }),
    enemies: t.field({
      type: t.listRef(t.listRef('ID')),
      description: 'Pairs of question ids that may not appear in the same form.',
    }),
    avoidDuplicates: t.boolean({
      description:
        'Also keep apart questions with the same text, and those that the newest DUPLICATES run found to be the same.',
    }),
    overlap: t.int({ description: 'How many questions any two forms may share; default 0.' }),
    objective: t.field({ type: FormObjectiveInput, description: 'Default RANDOM.' }),
    seed: t.string({ description: 'The same seed, request and bank give the same forms.' }),
  }),
});
