import { expect, it } from 'vitest';
import { createTestApp, type Json } from '../support/app.ts';
import { makeQuestion } from '../support/questions.ts';

const edits = 10_000;
const size = 500;

/** Pages of the snapshot and files of the forms, as they are sent. */
it('reads forms and snapshots byte for byte the same after 10,000 edits of the bank', async () => {
  const { app, rest } = await createTestApp({ env: { WORKERS: '1' } });
  const bank = Array.from({ length: size }, (_, n) =>
    makeQuestion({ difficulty: n % 3, topic_focus: `Topic ${n % 7}`, source: 'bank' }),
  );
  const { body: created } = await rest('POST', '/questions', bank);
  const ids: string[] = created.data.map(({ id }: Json) => id);
  const { body: snapshot } = await rest('POST', '/snapshots', {
    name: 'Before',
    criteria: { source: 'bank' },
  });
  const { body: form } = await rest(
    'POST',
    '/forms',
    { name: 'Final', forms: 2, length: 40, max_per_topic: 8, seed: 'kept' },
    { prefer: 'wait=30' },
  );
  expect([snapshot.question_count, form.status]).toEqual([size, 'OPTIMAL']);
  const paths = [
    ...Array.from({ length: size / 100 }, (_, page) => {
      return `/snapshots/${snapshot.id}?limit=100&offset=${page * 100}`;
    }),
    ...['', '?key=true', '?format=md&key=true', '?format=html&key=true&number=2'].map(
      (query) => `/forms/${form.id}${query}`,
    ),
    ...['gift', 'qti'].map((format) => `/forms/${form.id}?format=${format}`),
  ];
  const readAll = () =>
    Promise.all(
      paths.map(async (path) => {
        const response = await app.fetch(`http://localhost:4000${path}`);
        expect([path, response.status]).toEqual([path, 200]);
        const bytes = Buffer.from(await response.arrayBuffer()).toString('base64');
        return [path, bytes, response.headers.get('etag'), response.headers.get('content-type')];
      }),
    );
  const before = await readAll();

  let done = 0;
  const change = async (changed: string[], changes: object) => {
    const { status } = await rest('PATCH', '/questions', { ids: changed, changes });
    expect(status).toBe(200);
    done += changed.length;
  };
  for (let round = 0; done < edits - size; round += 1) {
    await change(ids, {
      question_text: `Edited in round ${round}?`,
      correct_answer: `Answer ${round}`,
      incorrect_answers: [`Wrong ${round}`],
      category: round % 2 === 0 ? 'Geography' : 'Literature',
      topic_focus: null,
      source: round % 3 === 0 ? 'bank' : 'elsewhere',
    });
  }
  for (const id of ids) {
    const { status } = await rest('PATCH', `/questions/${id}`, { difficulty: done % 3 });
    expect(status).toBe(200);
    done += 1;
  }
  expect(done).toBeGreaterThanOrEqual(edits);
  expect((await rest('POST', '/questions/delete', { ids: ids.slice(100) })).status).toBe(200);
  expect((await rest('POST', `/questions/${ids[200]}/restore`, { version: 2 })).status).toBe(200);
  expect(await readAll()).toEqual(before);
}, 300_000);
