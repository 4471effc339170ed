import * as z from 'zod';
import { uuid } from '../../../domain/question-criteria.ts';
import { text } from '../../../domain/text.ts';
import { timestamp } from '../../../domain/timestamp.ts';

/** Which recorded responses a run reads. */
export const responseFilterParameter = z
  .strictObject({
    form: uuid.optional().meta({ description: 'Only responses to this form.' }),
    session: uuid.optional().meta({ description: 'Only responses of this quiz session.' }),
    group: text(1, 200).optional().meta({ description: 'Only responses of this group.' }),
    from: timestamp.optional().meta({ description: 'Only those recorded at this time or later.' }),
    to: timestamp.optional().meta({ description: 'Only those recorded before this time.' }),
    version: z
      .union([
        z
          .int()
          .min(1)
          .max(2 ** 31 - 1),
        z.literal('current'),
      ])
      .optional()
      .meta({
        description: 'Only responses to this version of a question, or to its current version.',
      }),
  })
  .default({})
  .meta({
    description:
      'Which recorded responses are read, with responses "stored"; default all. Of several responses ' +
      'of a respondent to a question the first counts. Responses without a respondent belong ' +
      'together by their session.',
  });
