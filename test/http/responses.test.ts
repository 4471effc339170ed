import { expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const { rest } = await createTestApp({ env: { WORKERS: '1' } });

const asked = { correct_answer: 'Paris', incorrect_answers: ['Rome', 'Köln'] };
const make = async (): Promise<string> =>
  (await rest('POST', '/questions', makeQuestion(asked))).body.id;
const count = async (query = '') => (await rest('GET', `/responses${query}`)).body.page.total;

it('scores by the key of the version that was answered', async () => {
  const question_id = await make();
  await rest('PATCH', `/questions/${question_id}`, { correct_answer: 'Bonn' });
  const { status, body } = await rest('POST', '/responses', [
    { question_id, option: ' bonn' },
    { question_id, version: 1, option: 'PARIS' },
    { question_id, version: 1, answer: 'KÖLN' },
    { question_id, version: 1, answer: 'Lyon', score: 0.25 },
    { question_id, score: 1 },
    { question_id, version: 1, answer: 'Parris' },
  ]);
  expect(status).toBe(201);
  const shown = body.data.map(({ version, option, answer, score }: Json) => [
    version,
    option,
    answer,
    score,
  ]);
  expect(shown).toEqual([
    [2, 'Bonn', null, 1],
    [1, 'Paris', null, 1],
    [1, 'Köln', null, 0],
    [1, null, 'Lyon', 0.25],
    [2, null, null, 1],
    [1, null, 'Parris', 1],
  ]);
});

it('stores nothing of a list with a fault, and names each', async () => {
  const [question_id, gone] = [await make(), await make()];
  await rest('DELETE', `/questions/${gone}`);
  const before = await count();
  const stored = await rest('POST', '/responses', [
    { question_id, option: 'Oslo', recorded_at: '2999-01-01T00:00:00Z' },
    { question_id: gone, score: 1 },
    { question_id, score: 1 },
    { question_id, version: 7, score: 1 },
  ]);
  expect(stored.status).toBe(422);
  expect(stored.body.errors.map(({ pointer, code }: Json) => [pointer, code])).toEqual([
    ['/0/option', 'unknown_option'],
    ['/0/recorded_at', 'out_of_range'],
    ['/1/question_id', 'unknown_question'],
    ['/3/version', 'unknown_version'],
  ]);
  const broken = await rest('POST', '/responses', [
    { question_id, respondent: 'x'.repeat(10_240), time_ms: -1 },
    { question_id, score: 'NaN', option: 'Paris', answer: 'Paris' },
  ]);
  expect(broken.body.errors.map(({ pointer, code }: Json) => [pointer, code])).toEqual([
    ['/0/respondent', 'too_long'],
    ['/0/time_ms', 'out_of_range'],
    ['/0/score', 'required'],
    ['/1/score', 'wrong_type'],
    ['/1/answer', 'contradiction'],
  ]);
  const infinite = `[{"question_id":"${question_id}","score":1e999}]`;
  expect((await rest('POST', '/responses', infinite)).status).toBe(422);
  expect(await count()).toBe(before);
});

it('deletes a respondent whole', async () => {
  const question_id = await make();
  const response = { question_id, score: 1, respondent: 'leaver' };
  await rest('POST', '/responses', Array(40).fill(response), {
    'idempotency-key': 'forty',
  });
  const again = await rest('POST', '/responses', Array(40).fill(response), {
    'idempotency-key': 'forty',
  });
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  expect(await count('?respondent=leaver')).toBe(40);
  expect(await count(`?question_id=${question_id}&recorded_to=2020-01-01T00:00:00Z`)).toBe(0);
  expect((await rest('DELETE', '/responses')).status).toBe(400);
  expect((await rest('DELETE', '/responses?respondent=leaver')).status).toBe(204);
  expect(await count('?respondent=leaver')).toBe(0);
  expect((await rest('DELETE', '/responses?respondent=leaver')).status).toBe(204);
});

it('analyzes what was recorded as what is given, however it was recorded', async () => {
  const ids = await Promise.all([0, 1, 2, 3].map(make));
  const scores = Array.from({ length: 24 }, (_, respondent) =>
    ids.map((_id, at) => Number((respondent * 7 + at * 5) % 11 > 2 + at)),
  );
  const rows = scores.flatMap((row, respondent) =>
    row.map((score, at) => ({
      question_id: ids[at],
      respondent: `s-${(respondent * 5) % 24}`,
      option: score === 1 ? 'Paris' : 'Rome',
      group: respondent < 12 ? 'a' : 'b',
    })),
  );
  const run = async (parameters: object) => {
    const { body } = await rest('POST', '/analysis/run', {
      analysis_type: 'item_statistics',
      question_ids: ids,
      parameters: { items: 'all', model: '1pl', ...parameters },
    });
    return body;
  };
  const figures = ({ result: { test, summary, items } }: Json) => ({
    test,
    summary,
    items: items.map(({ question_id, n, facility, item_rest_r, b, se_b }: Json) => [
      question_id,
      n,
      facility,
      item_rest_r,
      b,
      se_b,
    ]),
  });
  await rest('POST', '/responses', rows.slice(0, 40));
  const early = await run({ responses: 'stored' });
  expect(early.result.summary.responses).toBe(40);
  await rest('POST', '/responses', rows.slice(40));
  // A second attempt does not count.
  await rest('POST', '/responses', { ...rows[0], score: 0.5 });
  const stored = await run({ responses: 'stored' });
  const given = await run({ responses: { question_ids: ids, scores } });
  expect(figures(stored)).toEqual(figures(given));
  expect(stored.parameters.responses).toBe('stored');
  expect(stored.result.warnings.map(({ code }: Json) => code)).toContain('repeated_responses');
  const filtered = await run({
    responses: 'stored',
    response_filter: { group: 'b', version: 'current', from: '2020-01-01T00:00:00Z' },
  });
  expect(filtered.result.summary.responses).toBe(48);
  const none = await run({ responses: 'stored', response_filter: { version: 9, form: ids[0] } });
  expect(none.result.summary.responses).toBe(0);
  expect(await run({ response_filter: { group: 'b' } })).toMatchObject({
    status: 422,
    errors: [{ pointer: '/parameters/response_filter', code: 'contradiction' }],
  });
});

const makeExamQuestion = async (external_id: string): Promise<string> =>
  (
    await rest(
      'POST',
      '/questions',
      makeQuestion({
        correct_answer: 'Paris',
        incorrect_answers: ['Rome', 'Oslo'],
        source: 'exam',
        external_id,
      }),
    )
  ).body.id;
const [one, two] = [await makeExamQuestion('Q1'), await makeExamQuestion('Q2')];
const upload = (query: string, file: string) => rest('POST', `/responses/import${query}`, file);
const list = async (respondent: string): Promise<Json[]> =>
  (await rest('GET', `/responses?respondent=${respondent}`)).body.data;

it('imports a table with one response a row', async () => {
  const file = [
    'question_id;Respondent;option;score;time_ms;group;recorded_at',
    `${one};long;PARIS;;1200;7b;2026-01-31T12:00:00Z`,
    `Q2;long;rome;0,5;;;`,
  ].join('\n');
  const { status, body } = await upload('?source=exam&group=7a', file);
  expect([status, body]).toEqual([
    200,
    { format: 'csv', dry_run: false, read: 2, recorded: 2, failed: 0, errors: [] },
  ]);
  expect(await list('long')).toMatchObject([
    { question_id: one, option: 'Paris', score: 1, time_ms: 1200, group: '7b' },
    { question_id: two, option: 'Rome', score: 0.5, group: '7a' },
  ]);
});

it('imports a table with one respondent a row, of scores or of answers', async () => {
  const scores = `respondent,Q1,${two}\nm-1,1,0\nm-2,,true\n`;
  expect((await upload('?source=exam', scores)).body.recorded).toBe(3);
  expect((await list('m-1')).map(({ score }) => score)).toEqual([1, 0]);
  expect(await list('m-2')).toMatchObject([{ question_id: two, score: 1 }]);
  const answers = `student,Q1,Q2\nm-3,paris,"Rome"\n`;
  expect((await upload('?source=exam&cells=answer', answers)).body.recorded).toBe(2);
  expect(await list('m-3')).toMatchObject([
    { option: 'Paris', score: 1 },
    { option: 'Rome', score: 0 },
  ]);
});

it('stores nothing of a file with faults, or all but those', async () => {
  const file = [
    'question_id,respondent,score,option,time_ms',
    `${one},f-1,NaN,,`,
    `${one},f-1,1,,-5`,
    'unheard-of,f-1,1,,',
    `${one},f-1,,Lima,`,
    `${one},f-1,1,,`,
  ].join('\n');
  const rejected = await upload('', file);
  expect([rejected.status, rejected.body.failed, rejected.body.recorded]).toEqual([422, 4, 0]);
  expect(
    rejected.body.errors.map(({ row, line, field, value, code }: Json) => [
      row,
      line,
      field,
      value,
      code,
    ]),
  ).toEqual([
    [1, 2, 'score', 'NaN', 'wrong_type'],
    [2, 3, 'time_ms', '-5', 'out_of_range'],
    [3, 4, 'question_id', 'unheard-of', 'unknown_question'],
    [4, 5, 'option', 'Lima', 'unknown_option'],
  ]);
  expect((await upload('?on_error=skip&dry_run=true', file)).body.recorded).toBe(1);
  expect(await list('f-1')).toEqual([]);
  const skipped = await upload('?on_error=skip', file);
  expect([skipped.status, skipped.body.recorded, skipped.body.failed]).toEqual([200, 1, 4]);
  expect(await list('f-1')).toHaveLength(1);
});

it('imports QTI results, also to the choices of its own exports', async () => {
  // In an export, the place of the answer follows from the id.
  const place = (Number.parseInt(one.slice(-6), 16) % 3) + 1;
  const result = (id: string, item: string) => `
    <assessmentResult xmlns="http://www.imsglobal.org/xsd/imsqti_result_v2p1">
      <context sourcedId="${id}"/>
      <testResult identifier="exam" datestamp="2026-02-01T10:00:00"/>
      ${item}
    </assessmentResult>`;
  const chosen = `
    <itemResult identifier="question-${one}" datestamp="2026-02-01T10:05:00" sessionStatus="final">
      <responseVariable identifier="duration" cardinality="single" baseType="duration">
        <candidateResponse><value>12.5</value></candidateResponse></responseVariable>
      <responseVariable identifier="RESPONSE" cardinality="single" baseType="identifier">
        <candidateResponse><value>choice-${place}</value></candidateResponse></responseVariable>
    </itemResult>`;
  const scored = `
    <itemResult identifier="Q2" datestamp="2026-02-01T10:06:00Z" sessionStatus="final">
      <responseVariable identifier="RESPONSE" cardinality="single" baseType="string">
        <candidateResponse><value>Pariss</value></candidateResponse></responseVariable>
      <outcomeVariable identifier="SCORE" cardinality="single" baseType="float"><value>0.5</value></outcomeVariable>
    </itemResult>`;
  const file = `<results>${result('x-1', chosen)}${result('x-2', scored)}</results>`;
  const { body } = await upload('?source=exam', file);
  expect(body).toMatchObject({ format: 'qti', read: 2, recorded: 2, failed: 0 });
  expect(await list('x-1')).toMatchObject([
    { option: 'Paris', score: 1, time_ms: 12500, recorded_at: '2026-02-01T10:05:00.000Z' },
  ]);
  expect(await list('x-2')).toMatchObject([{ answer: 'Pariss', score: 0.5 }]);
});

it.each([
  ['', 'empty'],
  ['a,b\n1,2\n', 'unknown_columns'],
  [`question_id,respondant,score\n${one},x,1\n`, 'unknown_column'],
  ['<assessmentResult><context', 'invalid_xml'],
  ['question_id,score\n"a,1\n', 'broken_quote'],
])('says why %j cannot be read', async (file, code) => {
  const { status, body } = await upload('', file);
  expect([status, body.errors?.[0]?.code]).toEqual([422, code]);
});
