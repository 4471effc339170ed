import * as z from 'zod';
import { defaultWaitSeconds } from '../../analyses/run-request.ts';
import { isFinishedForm } from '../../db/forms/form-store.ts';
import { formRequest, maxForms } from '../../domain/form-input.ts';
import { formFormats } from '../../schema/form/render-form.ts';
import { pageFragment, paging } from './paging.ts';
import type { Row } from './row.ts';

/** The fields of forms; those of their questions differ. */
const record = `
  id
  name
  status
  objective
  bound
  gap
  conflicts
  conflict_pointers: conflictPointers
  irreducible
  candidate_count: candidateCount
  seed
  analysis_id: analysisId
  request
  error { code detail }
  created_by: createdBy
  created_at: createdAt
  finished_at: finishedAt`;

export const formRows: readonly Row[] = [
  {
    method: 'POST',
    path: '/forms',
    name: 'assembleForms',
    summary:
      'Assemble one or several parallel test forms; responds 202 when it takes longer than the requested wait',
    body: {
      name: 'AssembleForms',
      rules: formRequest,
      variable: 'input',
      example: {
        forms: 2,
        length: 10,
        quotas: [{ category: 'Science', min: 3, max: 5 }],
        max_per_topic: 2,
      },
    },
    waits: { defaultSeconds: defaultWaitSeconds, for: 'the forms to be assembled' },
    document: `
      mutation AssembleForms($input: AssembleFormsInput!, $wait: Int) {
        body: assembleForms(input: $input, wait: $wait) {
          ${record}
          forms { number questions { id version } }
        }
      }`,
    success: {
      status: 201,
      isUnfinished: ({ status }) => !isFinishedForm(status),
      location: ({ id }) => `/forms/${id}`,
    },
    errors: [],
  },
  {
    method: 'GET',
    path: '/forms',
    name: 'listForms',
    summary: 'List assembled forms, newest first',
    query: paging,
    document: `
      query ListForms($first: Int, $offset: Int, $after: String) {
        body: forms(first: $first, offset: $offset, after: $after) {
          data: nodes { ${record} }
          page { ...Page }
        }
      } ${pageFragment}`,
    success: { status: 200 },
    errors: [],
  },
  {
    method: 'GET',
    path: '/forms/{id}',
    name: 'getForm',
    summary: 'Get forms with their questions, as JSON or as a file',
    query: {
      format: {
        schema: z.enum(formFormats).meta({
          description: 'json (default), md, html (to print), or qti and gift for other programs.',
        }),
        variable: 'format',
      },
      key: {
        schema: z.enum(['true', 'false']).meta({
          description:
            'Show the answers, which needs the scope questions:read; default false. QTI and GIFT always have them.',
        }),
        variable: 'key',
        read: (value) => value === 'true',
      },
      number: {
        schema: z
          .int()
          .min(1)
          .max(maxForms)
          .meta({ description: 'Of a file: only this one of the parallel forms.' }),
        variable: 'number',
      },
    },
    document: `
      query GetForm($id: ID!, $format: FormFormat, $key: Boolean, $number: Int) {
        body: form(id: $id, format: $format, key: $key, number: $number) {
          ${record}
          forms {
            number
            questions {
              id
              version
              question_text: questionText
              choices
              category: categoryName
              difficulty: difficultyLevel
              topic_focus: topicFocus
              correct_answer: correctAnswer
            }
          }
        }
      }`,
    success: {
      status: 200,
      files: ['text/markdown', 'text/html', 'application/zip', 'text/plain'],
    },
    errors: ['NOT_FOUND', 'CONFLICT'],
  },
];
