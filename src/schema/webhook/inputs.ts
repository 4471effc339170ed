import { newWebhook, webhookChanges } from '../../domain/webhook-input.ts';
import { builder, type SchemaTypes } from '../builder.ts';
import { EventTypeEnum } from '../event/type.ts';
import { QuestionFilterInput } from '../question/inputs.ts';

type InputBuilder = PothosSchemaTypes.InputFieldBuilder<
  PothosSchemaTypes.ExtendDefaultTypes<SchemaTypes>,
  'InputObject'
>;

function webhookFields(t: InputBuilder, required: boolean) {
  return {
    url: t.string({ required, description: 'An https URL on the public internet.' }),
    events: t.field({
      type: [EventTypeEnum],
      required,
      description: 'The types of events to send; only those you may read.',
    }),
    filter: t.field({
      type: QuestionFilterInput,
      description:
        'Only events of questions that match before or after the change; null for all. Events of runs are not filtered.',
    }),
    enabled: t.boolean({ description: 'Whether events are sent; true for a new webhook.' }),
  };
}

export const NewWebhookInput = builder.inputType('NewWebhookInput', {
  description: 'A webhook to create.',
  extensions: { rules: newWebhook },
  fields: (t) => webhookFields(t, true),
});

export const WebhookChangesInput = builder.inputType('WebhookChangesInput', {
  description: 'New values for some fields of a webhook; omitted fields are unchanged.',
  extensions: { rules: webhookChanges },
  fields: (t) => webhookFields(t, false),
});
