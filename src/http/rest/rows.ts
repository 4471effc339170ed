import { analysisRows } from './analysis.ts';
import { authRows } from './auth.ts';
import { offerFields } from './choose-fields.ts';
import { eventRows } from './events.ts';
import { formRows } from './forms.ts';
import { questionSetRows } from './question-sets.ts';
import { questionRows } from './questions.ts';
import { quizSessionRows } from './quiz-sessions.ts';
import { responseRows } from './responses.ts';
import type { Row } from './row.ts';
import { secondFactorRows } from './second-factor.ts';
import { snapshotRows } from './snapshots.ts';
import { transferRows } from './transfers.ts';
import { webhookRows } from './webhooks.ts';

/** All REST routes. */
export const rows: readonly Row[] = [
  ...questionRows,
  ...questionSetRows,
  ...snapshotRows,
  ...transferRows,
  ...analysisRows,
  ...formRows,
  ...responseRows,
  ...eventRows,
  ...authRows,
  ...secondFactorRows,
  ...webhookRows,
  ...quizSessionRows,
].map(offerFields);
