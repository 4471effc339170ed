import type { TestApp } from './app.ts';

/** Creates a run in this state; an unfinished one stays in it. */
export async function makeRun(
  { rest, app }: TestApp,
  status: 'SUCCEEDED' | 'RUNNING' = 'SUCCEEDED',
  headers: Record<string, string> = {},
): Promise<string> {
  const wait = { prefer: 'wait=30', ...headers };
  const requested = { analysis_type: 'coverage', parameters: { items: 'all' } };
  const { body } = await rest('POST', '/analysis/run', requested, wait);
  if (body.status !== 'SUCCEEDED')
    throw new Error(`A run ended otherwise: ${body.status}. ${body.detail ?? ''}`);
  if (status === 'RUNNING') {
    await app.database.pool.query(
      // As if another process ran it: no queue delivers it.
      `UPDATE analyses SET status = 'RUNNING', job_id = NULL,
         lease_until = now() + interval '1 day', summary = NULL, finished_at = NULL WHERE id = $1`,
      [body.id],
    );
  }
  return body.id;
}
