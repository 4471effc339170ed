import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { createTestApp } from '../support/app.ts';
import { expectValidRest, hostileHeader, hostileText } from '../support/hostile.ts';
import { runs } from '../support/property-runs.ts';
import { makeQuestion } from '../support/questions.ts';
import { sendRaw } from '../support/raw-http.ts';

const { app, rest, logged } = await createTestApp({ env: { PORT: '0' } });
const { body: question } = await rest('POST', '/questions', makeQuestion());
const path = `/questions/${question.id}`;

afterAll(() => {
  expect(
    logged.filter(({ level, request_id }) => level === 'error' || (level === 'warn' && request_id)),
  ).toEqual([]);
});

describe('addresses and headers', () => {
  it('of any path get an answer', async () => {
    const segment = fc.oneof(
      hostileText.map((text) => encodeURIComponent(text.toWellFormed())),
      fc.constantFrom('questions', 'v1', question.id, 'history', '%00', '%', '%zz', '..'),
    );
    const methods = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PURGE');
    const property = fc.asyncProperty(
      methods,
      fc.array(segment, { maxLength: 4 }),
      async (method, segments) => {
        const answer = await rest(method, `/questions/${segments.join('/')}`);
        expectValidRest(answer);
      },
    );
    await fc.assert(property, runs(150));
  });

  it('of any bytes get an answer', async () => {
    const address = await app.listen();
    const target = fc.string({
      unit: fc.integer({ min: 0x21, max: 0xff }).map((unit) => String.fromCharCode(unit)),
    });
    const property = fc.asyncProperty(target, hostileHeader, async (path_, header) => {
      const bytes = `GET /${path_} HTTP/1.1\r\nHost: ${header}\r\nConnection: close\r\n\r\n`;
      const { status } = await sendRaw(address, Buffer.from(bytes, 'latin1'));
      expect(status).toBeGreaterThanOrEqual(200);
      expect(status).toBeLessThan(500);
    });
    await fc.assert(property, runs(100));
  });

  it('of any value get an answer', async () => {
    const names = [
      'if-match',
      'if-none-match',
      'accept',
      'prefer',
      'idempotency-key',
      'x-request-id',
      'content-type',
      'accept-encoding',
    ];
    const headers = fc.dictionary(fc.constantFrom(...names), hostileHeader, { maxKeys: 3 });
    const property = fc.asyncProperty(headers, async (given) => {
      expectValidRest(await rest('GET', path, undefined, given));
      expectValidRest(await rest('PATCH', path, { difficulty: 1 }, given));
      expectValidRest(await rest('POST', '/questions', makeQuestion(), given));
    });
    await fc.assert(property, runs(120));
  });
});
