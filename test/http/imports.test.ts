import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { bearer, logIn, makeAccount } from '../support/accounts.ts';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const service = await createTestApp({ env: { WORKERS: '1', IMPORT_LIMIT: '1mb' } });
const { rest, graphql } = service;

const header = 'question,answer,choice_1,choice_2,category,level,source,external_id\n';
const row = (name: string, id: string, level = 'easy') =>
  `${name},yes,yes,no,Science,${level},imports,${id}\n`;
const upload = (text: string, query = '') => rest('POST', `/questions/import${query}`, text);
const list = async (source = 'imports') =>
  (await rest('GET', `/questions?source=${source}`)).body.data;

/** Waits for the end of an import that runs in the background. */
async function ended(path: string): Promise<Json> {
  const read = async () => (await rest('GET', path)).body;
  await expect
    .poll(async () => (await read()).status, { timeout: 30_000 })
    .toMatch(/SUCCEEDED|FAILED|CANCELLED/);
  return read();
}

describe('an import', () => {
  it('answers with its report, and changes nothing the second time', async () => {
    const text = header + row('One?', '1') + row('Two?', '2', '2');
    const first = await upload(text);
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      status: 'SUCCEEDED',
      format: 'csv',
      read: 2,
      added: 2,
      notes: [{ field: 'difficulty', value: 'easy', read_as: '0', rows: 1 }],
    });
    expect((await upload(text)).body).toMatchObject({ added: 0, updated: 0, unchanged: 2 });
    expect((await list()).map((each: Json) => each.version)).toEqual([1, 1]);
  });

  it('stores nothing and names every failure if a row fails', async () => {
    const text = header + row('Three?', '3') + row('Four?', '4', '3');
    const { status, body } = await upload(text);
    expect(status).toBe(422);
    expect(body).toMatchObject({
      code: 'BAD_USER_INPUT',
      read: 2,
      failed: 1,
      added: 0,
      errors: [{ row: 2, line: 3, field: 'level', value: '3', code: 'out_of_range' }],
    });
    const { body: stored } = await rest('GET', `/imports/${body.id}`);
    expect(stored.columns).toContainEqual({ name: 'level', use: 'field', field: 'difficulty' });
    expect(stored.columns).toContainEqual({ name: 'choice_1', use: 'choice', field: null });
    expect(stored.sample[1]).toMatchObject({ row: 2, line: 3 });
    expect(stored.sample[1].values).toContain('Four?');
    const skipping = await upload(text, '?on_error=skip&dry_run=true');
    expect(skipping.body).toMatchObject({
      status: 'SUCCEEDED',
      added: 1,
      failed: 1,
      dry_run: true,
    });
    expect(await list()).toHaveLength(2);
    const over = await graphql(
      'mutation ($input: ImportQuestionsInput!) { importQuestions(input: $input) { id } }',
      { input: { content: text } },
    );
    expect(over.body.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', failed: 1 });
  });

  it('says once what it saw of a file that it cannot read', async () => {
    const { status, body } = await upload('just some words');
    expect([status, body.errors.length]).toEqual([422, 1]);
    expect(body.detail).toContain('The file starts with "just some words".');
    expect((await upload(header)).body.detail).toContain('The file has a header and no rows.');
    expect((await upload('x'.repeat(1_100_000))).status).toBe(413);
  });

  it('names what is wrong with all rows once, and what is wrong with each at once', async () => {
    const text = 'question,answer,source_id,level\nOne?,a,1,0\nTwo?,b,2,7\n';
    const { status, body } = await upload(text);
    expect([status, body.read, body.failed]).toEqual([422, 2, 2]);
    expect(body.errors).toMatchObject([
      { row: null, line: 1, field: 'source_id', suggestion: 'Did you mean external_id?' },
      { row: null, line: 1, field: 'category', code: 'missing_field' },
      { row: 2, line: 3, field: 'level', value: '7' },
    ]);
    const aiken = await upload('What?\nA. x\nB. y\nANSWER: A\n\n'.repeat(3), '?category=Science');
    expect(aiken.body.errors).toMatchObject([{ row: null, field: 'difficulty' }]);
  });

  it('keeps all failures, as JSON and as CSV', async () => {
    const rows = Array.from({ length: 250 }, (_, n) => row(`Wrong ${n}?`, `${n}`, '=9'));
    const { body } = await upload(header + rows.join(''));
    expect([body.failed, body.errors.length, body.more]).toEqual([250, 100, 150]);
    expect(body.detail).toContain(`/imports/${body.id}/errors`);
    const path = `/imports/${body.id}/errors`;
    const all = (await rest('GET', path)).body;
    expect([all.data.length, all.more]).toEqual([250, 0]);
    expect(all.data.at(-1)).toMatchObject({ row: 250, line: 251, field: 'level', value: '=9' });
    const csv = await rest('GET', path, undefined, { accept: 'text/csv' });
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const lines = csv.body.trimEnd().split('\n');
    expect([lines.length, lines[0]]).toEqual([251, 'row,line,field,value,code,detail,suggestion']);
    expect(lines[1]).toContain("1,2,level,'=9,");
    expect((await rest('GET', `/imports/${body.id}`)).body).toMatchObject({
      status: 'FAILED',
      failed: 250,
      more: 150,
    });
  });

  it('takes a part of a form, and a mapping that it remembers', async () => {
    const mapping = { columns: { nr: 'external_id' }, levels: { tricky: 2 } };
    const text = 'question,answer,category,level,nr\nSix?,a,Science,tricky,6\n';
    const form = new FormData();
    form.append('file', new Blob([text]), 'six.csv');
    const query = `?source=form&save_mapping=form&mapping=${encodeURIComponent(JSON.stringify(mapping))}`;
    const url = `http://localhost/questions/import${query}`;
    const response = await service.app.fetch(url, { method: 'POST', body: form });
    expect(await response.json()).toMatchObject({ status: 'SUCCEEDED', added: 1 });
    expect((await upload(text, '?mapping=form&source=form')).body).toMatchObject({ unchanged: 1 });
    expect(await list('form')).toMatchObject([{ difficulty: 2, external_id: '6' }]);
  });

  it('under an Idempotency-Key is answered as before, and another file is refused', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const send = (text: string, query = '') =>
      rest('POST', `/questions/import?on_duplicate=add&source=keys${query}`, text, key);
    const text = 'question,answer,category,level\nWhich key?,a,Science,0\n';
    const first = await send(text);
    expect(first.body).toMatchObject({ status: 'SUCCEEDED', added: 1 });
    const again = await send(text);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect((await send(text.replace('Which', 'What'))).status).toBe(422);
    expect((await send(text, '&dry_run=true')).status).toBe(422);
    expect(await list('keys')).toHaveLength(1);
    // A file that failed has changed nothing: the key is free for the corrected one.
    const free = { 'idempotency-key': randomUUID() };
    const wrong = text.replace(',0\n', ',7\n');
    const statuses = [];
    for (const file of [wrong, text])
      statuses.push((await rest('POST', '/questions/import', file, free)).status);
    expect(statuses).toEqual([422, 200]);
  });

  it('is found again when its process was lost before it marked the Idempotency-Key', async () => {
    const key = { 'idempotency-key': randomUUID() };
    const text = 'question,answer,category,level\nWhich twin?,a,Science,0\n';
    const send = (content: string) =>
      rest('POST', '/questions/import?on_duplicate=add&source=twins', content, key);
    const first = await send(text);
    const forget = () =>
      service.app.database.query({
        text: `UPDATE idempotent_requests SET committed = false, status = NULL, body = NULL,
        expires_at = now() - interval '1 s' WHERE key = $1`,
        values: [key['idempotency-key']],
      });
    await forget();
    expect([await send(text)]).toMatchObject([{ status: 200, body: { id: first.body.id } }]);
    expect(await list('twins')).toHaveLength(1);
    // Another file is another import.
    await forget();
    expect((await send(text.replace('Which', 'What'))).body).toMatchObject({ added: 1 });
  });

  it('is undone as a whole while nothing else has changed', async () => {
    const text = header + row('One?', '1', 'hard') + row('Seven?', '7');
    const { body } = await upload(text);
    expect(body).toMatchObject({ added: 1, updated: 1 });
    const undone = await rest('POST', `/imports/${body.id}/undo`);
    expect(undone.body).toMatchObject({ status: 'UNDONE' });
    expect(await list()).toMatchObject([{ external_id: '1', difficulty: 0, version: 3 }, {}]);
    const again = await upload(text);
    const [one] = await list();
    await rest('PATCH', `/questions/${one.id}`, { topic_focus: 'Other' });
    expect((await rest('POST', `/imports/${again.body.id}/undo`)).status).toBe(409);
  });

  it.each([
    ['auto', { added: 1, updated: 2, unchanged: 0, skipped: 1 }],
    ['skip', { added: 1, updated: 0, unchanged: 0, skipped: 3 }],
    ['update', { added: 1, updated: 3, unchanged: 0, skipped: 0 }],
    ['add', { added: 3, failed: 1, errors: [{ row: 2, code: 'taken' }] }],
    ['reject', { added: 1, failed: 3 }],
  ])('treats questions that exist by its policy: %s', async (policy, expected) => {
    const given = { category: 'Science', difficulty: 0, correct_answer: 'Yes' };
    const source = `policy-${policy}`;
    const [byId, byKey, byContent] = [
      makeQuestion(given),
      makeQuestion({ ...given, source, external_id: '1' }),
      makeQuestion(given),
    ];
    const id = (await rest('POST', '/questions', byId)).body.id;
    await rest('POST', '/questions', [byKey, byContent]);
    const content = String(byContent.question_text).toUpperCase();
    const rows = [
      { ...byId, id, difficulty: 1 },
      { ...byKey, difficulty: 1 },
      { ...given, question_text: content, correct_answer: 'yes', difficulty: 1 },
      makeQuestion(given),
    ];
    const query = `?on_duplicate=${policy}&on_error=skip`;
    const { body } = await upload(JSON.stringify(rows), query);
    expect(body).toMatchObject({ read: 4, status: 'SUCCEEDED', ...expected });
  });

  it('keeps an unknown id, restores a deleted question, and knows an outdated file', async () => {
    const id = randomUUID();
    const one = { ...makeQuestion({ difficulty: 0 }), id };
    expect((await upload(JSON.stringify([one]))).body).toMatchObject({ added: 1 });
    await rest('DELETE', `/questions/${id}`);
    expect((await upload(JSON.stringify([one]))).body).toMatchObject({ updated: 1 });
    expect((await rest('GET', `/questions/${id}`)).body).toMatchObject({
      version: 3,
      difficulty: 0,
    });
    const outdated = await upload(JSON.stringify([{ ...one, difficulty: 2, version: 1 }]));
    expect(outdated.body.errors).toMatchObject([{ field: 'version', code: 'conflict' }]);
    const current = await upload(JSON.stringify([{ ...one, difficulty: 2, version: 3 }]));
    expect(current.body).toMatchObject({ updated: 1 });
  });

  it('needs the scope to write', async () => {
    const { access_token } = await logIn(service);
    const viewer = await logIn(service, await makeAccount(service, access_token, 'viewer'));
    const token = bearer(viewer.access_token);
    expect((await rest('POST', '/questions/import', header, token)).status).toBe(403);
    expect((await rest('GET', '/questions/export', undefined, token)).status).toBe(200);
  });

  it('of many rows is stored in the background', async () => {
    // Read in a thread: the file is longer than those that are not.
    const long = 'and so on '.repeat(20);
    const rows = Array.from({ length: 1500 }, (_, n) => row(`Many ${n} ${long}?`, `many-${n}`));
    const bad = await upload(header + rows.join('') + row('Bad?', 'bad', '3'));
    expect([bad.status, bad.body.read]).toEqual([422, 1501]);
    expect(bad.body.errors).toMatchObject([{ line: 1502, field: 'level', code: 'out_of_range' }]);
    const { status, headers, body } = await upload(header + rows.join(''), '?source=x');
    expect([status, body.status]).toEqual([202, expect.stringMatching(/^(QUEUED|RUNNING)$/)]);
    const path = headers.get('location') ?? '';
    expect(await ended(path)).toMatchObject({ status: 'SUCCEEDED', added: 1500, progress: 1 });
  });
});

describe('an export', () => {
  it('is a file of what matches, and names what it loses', async () => {
    await rest('POST', '/questions', makeQuestion({ source: 'exports', topic_focus: 'Files' }));
    const csv = await rest('GET', '/questions/export?format=csv&source=exports');
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('content-disposition')).toBe('attachment; filename="questions.csv"');
    expect(csv.headers.get('export-loss')).toBe('');
    expect(csv.body.split('\n')).toHaveLength(3);
    expect((await upload(csv.body)).body).toMatchObject({ read: 1, unchanged: 1 });
    const aiken = await rest('GET', '/questions/export?format=aiken&source=exports');
    expect(aiken.headers.get('export-loss')).toContain('topic_focus=1');
    expect((await rest('GET', '/questions/export?format=xlsx')).status).toBe(400);
  });

  it('has every text as it is, and exactly what all criteria match', async () => {
    const odd = 'a\tb\nc\r\\d \\N \\. "e" {f,g} $1 é 😀';
    const { body: question } = await rest('POST', '/questions', {
      ...makeQuestion({ source: "it's $1", topic_focus: '\\N', difficulty: 2 }),
      question_text: odd,
      incorrect_answers: [`${odd}!`, 'NULL', '{}'],
    });
    await rest('POST', '/questions', makeQuestion({ source: "it's $1", topic_focus: 'other' }));
    const criteria = new URLSearchParams([
      ['source', "it's $1"],
      ['category', question.category],
      ['category', 'Literature'],
      ['topic_focus', '\\n'],
      ['search', '"e" -zebra'],
      ['ids', question.id],
      ['ids', randomUUID()],
      ['created_after', '2020-01-01T00:00:00Z'],
      ['difficulty', '2'],
    ]);
    const { body } = await rest('GET', `/questions/export?${criteria}`);
    const { created_at: _, updated_at: __, ...fields } = question;
    expect(JSON.parse(body)).toEqual(fields);
    expect(body).toBe(`${JSON.stringify(JSON.parse(body))}\n`);
    criteria.set('difficulty', '1');
    expect((await rest('GET', `/questions/export?${criteria}`)).body).toBe('');
  });

  it('is what a list looks like as CSV and as JSON Lines', async () => {
    const get = (accept: string) => rest('GET', '/questions?source=exports', undefined, { accept });
    const [csv, lines, json] = [
      await get('text/csv'),
      await get('application/x-ndjson'),
      await get('application/json'),
    ];
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(csv.headers.get('vary')).toContain('Accept');
    expect(csv.body).toContain(json.body.data[0].question_text);
    expect(JSON.parse(lines.body)).toEqual(json.body.data[0]);
    // What is remembered is not confused.
    expect((await get('text/csv')).body).toBe(csv.body);
    expect((await get('application/json')).body).toEqual(json.body);
  });
});
