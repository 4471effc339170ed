import { expect, it } from 'vitest';
import type { Database } from '../../src/db/database.ts';
import { limitStatements } from '../../src/db/limit-statements.ts';

it('has only so many statements in progress, and forgets none that fail', async () => {
  let [active, most, done] = [0, 0, 0];
  const query = async () => {
    active += 1;
    most = Math.max(most, active);
    await new Promise((resolve) => setImmediate(resolve));
    active -= 1;
    done += 1;
    if (done % 3 === 0) throw new Error('failed');
    return [];
  };
  const limited = limitStatements({ query, url: 'somewhere' } as unknown as Database, 2);
  const asked = Array.from({ length: 9 }, () => limited.query({ text: '', values: [] }));
  const outcomes = await Promise.allSettled(asked);
  expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(3);
  expect([most, limited.url]).toEqual([2, 'somewhere']);
});
