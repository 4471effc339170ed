import type { AttemptRecord, NextStep } from '../db/webhook-deliveries.ts';
import type { Outcome } from './post-message.ts';

/** A receiver cannot have an event wait for longer. */
const maxRetryAfterMs = 24 * 60 * 60 * 1000;
/** Delays are this much longer at most, so that failures of one moment are not repeated in one moment. */
const jitter = 0.2;

/**
 * What follows from an attempt. Only 2xx is success; 410 is for ever, and disables the webhook. Other
 * failures are repeated after the delays of the schedule, or later if the receiver asks for it.
 */
export function planNextStep(
  outcome: Outcome,
  tried: number,
  delaysMs: readonly number[],
  random: () => number,
): NextStep {
  const end = (status: 'DELIVERED' | 'DEAD', disabledReason: string | null = null) => ({
    status,
    delayMs: 0,
    disabledReason,
  });
  if ('status' in outcome && outcome.status >= 200 && outcome.status < 300) return end('DELIVERED');
  if ('status' in outcome && outcome.status === 410) return end('DEAD', 'gone');
  const delay = delaysMs[tried - 1];
  if (delay === undefined) return end('DEAD');
  const wanted = 'status' in outcome ? (outcome.retryAfterMs ?? 0) : 0;
  const delayMs = Math.round(
    Math.max(delay * (1 + jitter * random()), Math.min(wanted, maxRetryAfterMs)),
  );
  return { status: 'PENDING', delayMs, disabledReason: null };
}

export function toRecord(outcome: Outcome, startedAt: Date, durationMs: number): AttemptRecord {
  const timing = { startedAt, durationMs: Math.round(durationMs) };
  if ('error' in outcome) return { ...timing, status: null, error: outcome.error };
  const { status } = outcome;
  const isSuccess = status >= 200 && status < 300;
  return { ...timing, status, error: isSuccess ? null : explainStatus(status) };
}

function explainStatus(status: number): NonNullable<AttemptRecord['error']> {
  if (status >= 300 && status < 400) {
    return { code: 'redirect', detail: `Responded ${status}; redirects are not followed.` };
  }
  if (status === 410) {
    return { code: 'gone', detail: 'Responded 410; the webhook was disabled.' };
  }
  return { code: 'refused', detail: `Responded ${status}; only 2xx is success.` };
}
