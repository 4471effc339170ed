import { describe, expect, it } from 'vitest';
import { query } from '../support/postgres.ts';
import { createLocalServices } from '../support/service.ts';

const { makeDataDir, start } = createLocalServices();

describe('sample questions', () => {
  it('are loaded at the first start, and never again', async () => {
    const DATA_DIR = await makeDataDir();
    const first = await start({ DATA_DIR, SAMPLE_QUESTIONS: 'on' });
    expect(await first.count()).toBe(576);
    expect(await first.end()).toEqual({ code: 0, signal: null });

    const second = await start({ DATA_DIR, SAMPLE_QUESTIONS: 'on' });
    expect(await second.count()).toBe(576);
    expect(second.stdout()).not.toContain('Sample questions loaded');

    // By SQL, which is faster than 576 requests; like them it keeps the history.
    await query(DATA_DIR, 'DELETE FROM questions');
    await second.end();

    const third = await start({ DATA_DIR, SAMPLE_QUESTIONS: 'on' });
    expect(await third.count()).toBe(0);
    await third.end();
  });

  it('stay away when they are turned off', async () => {
    const DATA_DIR = await makeDataDir();
    const service = await start({ DATA_DIR, SAMPLE_QUESTIONS: 'off' });
    expect(await service.count()).toBe(0);
    expect(await query(DATA_DIR, 'SELECT * FROM question_versions')).toEqual([]);
    await service.end();
  });
});
