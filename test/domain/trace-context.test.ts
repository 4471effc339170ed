import { describe, expect, it } from 'vitest';
import {
  packTrace,
  printTraceParent,
  readTraceContext,
  unpackTrace,
} from '../../src/domain/trace-context.ts';

const [traceId, spanId] = ['4bf92f3577b34da6a3ce929d0e0e4736', '00f067aa0ba902b7'];

describe('traceparent', () => {
  it.each([
    ['00', '01', true],
    ['00', '00', false],
    ['00', '03', true],
    // Of a later version, what is known of this one.
    ['cc', '01-what-follows', true],
  ])('of version %s with the flags %s is read', (version, flags, isSampled) => {
    const read = readTraceContext(`${version}-${traceId}-${spanId}-${flags}`);
    expect(read).toEqual({ traceId, spanId, isSampled });
    expect(printTraceParent({ traceId, spanId, isSampled })).toBe(
      `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`,
    );
  });

  it.each([
    '',
    'nonsense',
    `00-${traceId}-${spanId}`,
    `00-${traceId}-${spanId}-1`,
    `00-${traceId}-${spanId}-01-more`,
    `ff-${traceId}-${spanId}-01`,
    `00-${traceId.toUpperCase()}-${spanId}-01`,
    `00-${'0'.repeat(32)}-${spanId}-01`,
    `00-${traceId}-${'0'.repeat(16)}-01`,
    `00-${traceId}-${spanId}-01, 00-${traceId}-${spanId}-01`,
    `cc-${traceId}-${spanId}-01-${'x'.repeat(1000)}`,
  ])('%j is ignored', (header) => {
    expect(readTraceContext(header, 'a=b')).toBeUndefined();
  });
});

describe('tracestate', () => {
  it('is kept with its trace unless it is too long or not ASCII', () => {
    const trace = { traceId, spanId, isSampled: true, state: 'a=b,c=d e' };
    expect(unpackTrace(packTrace(trace))).toEqual(trace);
    const without = { traceId, spanId, isSampled: true };
    expect(unpackTrace(packTrace(without))).toEqual(without);
    const parent = printTraceParent(without);
    for (const state of ['é=1', 'a=b\n', 'x'.repeat(513)]) {
      expect(readTraceContext(parent, state)).toEqual(without);
    }
    expect(unpackTrace(null)).toBeUndefined();
  });
});
