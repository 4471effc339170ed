/** What clients are told of; the names are the same in REST, webhooks and AsyncAPI. */
export const questionEventTypes = [
  'question.created',
  'question.updated',
  'question.deleted',
  'question.restored',
] as const;

export const analysisEventTypes = [
  'analysis.started',
  'analysis.progressed',
  'analysis.completed',
  'analysis.failed',
  'analysis.cancelled',
] as const;

export const eventTypes = [...questionEventTypes, ...analysisEventTypes] as const;

export type EventType = (typeof eventTypes)[number];
