import { describe, expect, it } from 'vitest';
import { analysisTypes } from '../../src/analyses/registry.ts';
import { createTestApp } from '../support/app.ts';
import { startEmbeddingsServer } from '../support/embeddings-server.ts';
import { makeQuestion } from '../support/questions.ts';

const provider = await startEmbeddingsServer();
const env = {
  WORKERS: '1',
  EMBEDDINGS_URL: provider.url,
  EMBEDDINGS_MODEL: 'test',
  // A text with catastrophic backtracking in some pattern would not terminate in time.
  ANALYSIS_TIMEOUT: '20s',
};
const { rest, logged } = await createTestApp({ env });
const names = analysisTypes.map(({ name }) => name);

const maxLength = 2000;
/** By code points: half a surrogate pair could not be stored. */
const cut = (text: string, length: number) => [...text].slice(0, length).join('').trim();
const fill = (text: string) => cut(text.repeat(maxLength), maxLength);

/** Texts of maximum length that patterns and tables do not expect. */
const texts = [
  fill('('),
  '('.repeat(1000) + ')'.repeat(1000),
  fill('[({'),
  fill('9'),
  fill('1,000.'),
  fill(`a${'\u0301'.repeat(maxLength)}`),
  fill('\u0e33'),
  fill('a '),
  `a${' \u00a0'.repeat(999)}b`,
  fill('not '),
  fill('http://a.b/'),
  fill('<a>'),
  fill('&amp;'),
  fill('“‘'),
  fill('?'),
  fill('-'),
  fill('.'),
  fill('…!?'),
  fill('aA'),
  fill('the the '),
  fill('\u{1f468}\u200d\u{1f469}\u200d'),
  fill('שלום '),
  fill('問題'),
  fill('ß'),
];

const questions = texts.map((text, index) =>
  makeQuestion({
    question_text: text,
    correct_answer: cut(text, 1000),
    incorrect_answers: Array.from({ length: 5 }, (_, n) => `${cut(text, 900)} ${index} ${n}`),
    topic_focus: cut(text, 200),
  }),
);

describe.each(names)('the analysis %s', (name) => {
  it('ends on an empty bank, with a warning', async () => {
    const body = { analysis_type: name, selection: { source: 'nobody' } };
    const { status, body: run } = await rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
    expect([status, run.status, run.question_count]).toEqual([200, 'SUCCEEDED', 0]);
    expect(run.result.warnings.map(({ code }: { code: string }) => code)).toEqual([
      'too_few_questions',
    ]);
    expect([run.summary.evaluated, run.item_count, run.result.items]).toEqual([0, 0, []]);
  });

  it('ends on texts that are hard to read', async () => {
    if ((await rest('GET', '/questions')).body.page.total === 0) {
      const made = await rest('POST', '/questions', questions);
      expect([made.status, made.body.errors]).toEqual([201, undefined]);
    }
    const body = { analysis_type: name, parameters: { items: 'all' } };
    const { body: run } = await rest('POST', '/analysis/run', body, { prefer: 'wait=30' });
    expect([run.status, run.error]).toEqual(['SUCCEEDED', null]);
    expect(run.question_count).toBe(texts.length);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
