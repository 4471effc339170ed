import { beforeAll, describe, expect, it } from 'vitest';
import { makeRun } from '../support/analysis-states.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const service = await createTestApp({ env: { WORKERS: '1' } });
const { rest, graphql, logged } = service;
let [clean, corrupted, steady]: string[] = [];

const run = async (body: object = {}) => {
  const requested = { analysis_type: 'quality', ...body };
  const { body: made } = await rest('POST', '/analysis/run', requested, { prefer: 'wait=30' });
  expect(made.status).toBe('SUCCEEDED');
  return made;
};

const compare = (one: string, other: string) => rest('GET', `/analysis/${one}/compare/${other}`);

beforeAll(async () => {
  const choices = { correct_answer: 'Mercury', incorrect_answers: ['Venus', 'Mars', 'Saturn'] };
  const bad = { correct_answer: 'Iron', incorrect_answers: ['All of the above', 'Gold', 'Zinc'] };
  const { body } = await rest('POST', '/questions', [
    makeQuestion({ question_text: 'Which planet is nearest to the sun?', ...choices }),
    makeQuestion({ question_text: 'Which metal rusts when it is wet?', ...bad }),
    makeQuestion({ question_text: 'Which metal is  drawn to a magnet?', ...bad }),
  ]);
  [clean, corrupted, steady] = body.data.map(({ id }: Json) => id);
});

describe('two runs of the same analysis', () => {
  it('differ in what is new, what is gone and how the score moved', async () => {
    const before = await run();
    expect(before.summary.flagged).toBe(2);
    await rest('PATCH', `/questions/${corrupted}`, { incorrect_answers: ['Tin', 'Gold', 'Zinc'] });
    await rest('PATCH', `/questions/${clean}`, {
      incorrect_answers: ['None of the above', 'Mars', 'Saturn'],
    });
    const third = makeQuestion({ question_text: 'Which sea has the most salt in it?' });
    await rest('POST', '/questions', third);
    const after = await run();
    const { status, body } = await compare(before.id, after.id);
    expect(status).toBe(200);
    expect([body.earlier.id, body.later.id]).toEqual([before.id, after.id]);
    expect(body.new.map(({ question_id }: Json) => question_id)).toContain(clean);
    expect(body.gone.map(({ question_id }: Json) => question_id)).toEqual([corrupted]);
    expect([body.new_count, body.gone_count]).toEqual([body.new.length, 1]);
    expect(body.gone[0].reasons.length).toBeGreaterThan(0);
    expect([...body.new, ...body.gone].map(({ question_id }: Json) => question_id)).not.toContain(
      steady,
    );
    expect(body.unchanged).toBe(1);
    const { score } = before.summary;
    expect(body.score).toEqual({
      before: score,
      after: after.summary.score,
      change: expect.closeTo(after.summary.score - score, 9),
    });
    expect(body.summary.find(({ figure }: Json) => figure === 'evaluated')).toEqual({
      figure: 'evaluated',
      before: 3,
      after: 4,
      change: 1,
    });
    expect(body.warnings).toEqual([]);
    expect((await compare(after.id, before.id)).body).toEqual(body);
    const { body: reported } = await graphql(
      `{ compareAnalyses(id: "${after.id}", other: "${before.id}") {
        earlier { id } new { questionId reasons } score { before after change } unchanged
      } }`,
    );
    expect(reported.data.compareAnalyses).toEqual({
      earlier: { id: before.id },
      new: body.new.map(({ question_id, ...flag }: Json) => ({ questionId: question_id, ...flag })),
      score: body.score,
      unchanged: 1,
    });
  });

  it('do not differ when nothing has changed', async () => {
    const [one, other] = [await run(), await run()];
    const { body } = await compare(one.id, other.id);
    expect(body).toMatchObject({ new: [], gone: [], new_count: 0, gone_count: 0 });
    expect(body.unchanged).toBe(one.summary.flagged);
    expect(body.score.change).toBe(0);
    const { body: same } = await compare(one.id, one.id);
    expect(same).toMatchObject({ new: [], gone: [], unchanged: one.summary.flagged });
  });

  it('are compared with a warning when one does not list what it flagged', async () => {
    const [one, other] = [await run(), await run({ parameters: { items: 'none' } })];
    const { body } = await compare(one.id, other.id);
    expect(body.warnings).toEqual([
      { code: 'items_missing', detail: expect.stringContaining('later') },
    ]);
  });
});

it('two runs are compared with a warning of what else was different', async () => {
  const all = await run();
  const warningsOf = async (body: object) => {
    const { body: compared } = await compare(all.id, (await run(body)).id);
    return compared.warnings;
  };
  expect(await warningsOf({ parameters: { max_words: 30, language: 'en' } })).toEqual([
    { code: 'other_parameters', detail: 'The runs used different values for max_words.' },
  ]);
  expect(await warningsOf({ selection: { difficulty: [1] } })).toEqual([
    { code: 'other_selection', detail: expect.any(String) },
  ]);
  const [one, other] = [
    await run({ selection: { difficulty: [0, 1] } }),
    await run({ selection: { difficulty: [1, 0] } }),
  ];
  expect((await compare(one.id, other.id)).body.warnings).toEqual([]);
  await service.app.database.pool.query('UPDATE analyses SET engine_version = 0 WHERE id = $1', [
    all.id,
  ]);
  expect(await warningsOf({})).toEqual([
    { code: 'other_version', detail: expect.stringMatching(/version 0 .+ version \d/) },
  ]);
});

describe('runs that cannot be compared', () => {
  it('are of different analyses', async () => {
    const [one, other] = [await run(), await run({ analysis_type: 'coverage' })];
    const { status, body } = await compare(one.id, other.id);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect(body.detail).toMatch(/quality.*coverage/);
    const { body: reported } = await graphql(
      `{ compareAnalyses(id: "${one.id}", other: "${other.id}") { unchanged } }`,
    );
    expect([reported.data, reported.errors[0].extensions.code]).toEqual([
      { compareAnalyses: null },
      'CONFLICT',
    ]);
  });

  it('have no result', async () => {
    const [one, other] = [await makeRun(service), await makeRun(service, 'RUNNING')];
    const { status, body } = await compare(one, other);
    expect([status, body.code]).toEqual([409, 'CONFLICT']);
    expect(body.detail).toContain('RUNNING');
  });

  it('are not there', async () => {
    const { id } = await run();
    const unknown = '01a1dcf3-a623-703b-b9e6-140b15b653d2';
    for (const [one, other] of [
      [id, unknown],
      [unknown, id],
      [id, 'nonsense'],
    ] as const) {
      expect((await compare(one, other)).status).toBe(404);
    }
  });
});

describe('the report of a run', () => {
  it('is one HTML file without scripts that asks for nothing, whatever its questions say', async () => {
    const question_text = '<script src=//x.y>1</script> <img src=//x.y> &quot; "quoted" \u202eabc?';
    const hostile = makeQuestion({ question_text, correct_answer: '</style><b>' });
    const { body: made } = await rest('POST', '/questions', hostile);
    const { id } = await run({ question_ids: [made.id] });
    const accept = { accept: 'text/html' };
    const { status, headers, body } = await rest(
      'GET',
      `/analysis/${id}/report`,
      undefined,
      accept,
    );
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'; form-action 'none'; frame/,
    );
    expect(body).toContain('<svg');
    expect(body).toContain('&lt;script');
    expect(body).not.toMatch(/<script|<img|<link|<b>|\sstyle=|\son\w+=|@import|url\(/);
    expect(body).not.toMatch(/(src|href)="(?!http:\/\/[^"]+\/#\/questions)/);
  });
});

it('says nothing unexpected in its log', () => {
  expect(logged.filter(({ level }) => level === 'error')).toEqual([]);
});
