import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toSnakeCase } from '../../src/domain/naming.ts';
import { categories } from '../../src/domain/question.ts';
import { questionFields } from '../../src/domain/question-content.ts';
import { newQuestion } from '../../src/domain/question-input.ts';
import { examine } from '../../src/domain/rules.ts';
import type { FileQuestion } from '../../src/formats/format.ts';
import { formats } from '../../src/formats/registry.ts';
import { runs } from '../support/property-runs.ts';
import { readAll, writeAll } from '../support/read-format.ts';

/** Words that some format gives a meaning to, between arbitrary ones. */
const special = fc.constantFrom(
  ...[
    '=',
    '+1',
    '-5',
    '@x',
    "'",
    '"',
    ',',
    ';',
    '|',
    '\\',
    '\t',
    '\n',
    '\r',
    '\r\n',
    '  ',
    '{',
    '}',
  ],
  ...[
    '~',
    '#',
    ':',
    '::',
    '->',
    '//',
    '&amp;',
    '&&092;',
    '<b>',
    '<br>',
    ']]>',
    '[html]',
    '%50%',
    '%',
  ],
  ...[
    'ANSWER: A',
    'A. x',
    '## h',
    '- [x] y',
    '> id: z',
    '[',
    ']',
    '["a"]',
    '\\n',
    '&#13;',
    'é',
    '😀',
  ],
  ...[
    '\u0001',
    '\uFFFE',
    '\u2028',
    '\u00A0',
    '$CATEGORY: x',
    '#separator:tab',
    'null',
    '0',
    'True',
  ],
);
const piece = fc.oneof(special, fc.string({ unit: 'binary', maxLength: 4 }), fc.constant('word'));
const joined = (most: number) =>
  fc
    .tuple(fc.array(piece, { minLength: 1, maxLength: most }), fc.constantFrom('', ' '))
    .map(([parts, between]) => parts.join(between));

const question: fc.Arbitrary<FileQuestion> = fc
  .record({
    id: fc.uuid({ version: 7 }),
    version: fc.integer({ min: 1, max: 1000 }),
    questionText: joined(6),
    correctAnswer: joined(3),
    incorrectAnswers: fc.array(joined(2), { maxLength: 4 }),
    acceptedAnswers: fc.array(joined(2), { maxLength: 2 }),
    category: fc.constantFrom(...categories),
    difficulty: fc.integer({ min: 0, max: 2 }),
    topicFocus: fc.option(joined(2)),
    source: fc.option(joined(2)),
    externalId: fc.option(joined(2)),
  })
  .map(({ id, version, ...content }) => ({ id, version, read: examine(newQuestion, content) }))
  // Only what the rules accept is ever stored.
  .filter(({ read }) => 'value' in read)
  .map(
    ({ id, version, read }) =>
      ({ ...('value' in read && read.value), id, version }) as FileQuestion,
  );

describe.each(formats.filter(({ write }) => write).map((format) => [format.id, format] as const))(
  'an export as %s',
  (_, format) => {
    it('is read as the same questions, except for the losses it reports', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.array(question, { minLength: 1, maxLength: 3 }),
          fc.constantFrom(undefined, 7, 1000),
          async (questions, chunkSize) => {
            const bytes = await writeAll(format, questions);
            const { rows } = await readAll(bytes, {
              format: format.id,
              defaults: { category: 'Science', difficulty: 0 },
              ...(chunkSize !== undefined && { chunkSize }),
            });
            expect(rows).toHaveLength(questions.length);
            for (const [at, written] of questions.entries()) {
              const read = rows[at]?.read;
              const lost = new Set(format.losses?.(written) ?? []);
              if (!read || !('question' in read)) {
                // A row that cannot be read at all must have lost something that the format holds.
                expect(format.holds.filter((field) => lost.has(field))).not.toEqual([]);
                continue;
              }
              const kept = questionFields.filter((field) => !lost.has(toSnakeCase(field)));
              const only = (all: object) =>
                Object.fromEntries(kept.map((field) => [field, all[field as keyof typeof all]]));
              expect(only(read.question)).toEqual(only(written));
              if (format.holds.includes('id')) expect(read.question.id).toBe(written.id);
              if (format.holds.includes('version')) {
                expect(read.question.version).toBe(written.version);
              }
            }
          },
        ),
        runs(60),
      );
    });

    it('is detected', async () => {
      const [one] = fc.sample(question, { numRuns: 1, seed: 42 });
      const plain = {
        ...one,
        questionText: 'Which planet?',
        correctAnswer: 'Mercury',
      } as FileQuestion;
      const bytes = await writeAll(format, [{ ...plain, incorrectAnswers: ['Venus', 'Earth'] }]);
      const { format: found } = await readAll(bytes, {
        defaults: { category: 'Science', difficulty: 0 },
      });
      expect(found).toBe(format.id);
    });
  },
);
