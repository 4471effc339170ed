import { analysisRows } from './analysis.ts';
import { authRows } from './auth.ts';
import { questionRows } from './questions.ts';

/** Every REST route there is. */
export const rows = [...questionRows, ...analysisRows, ...authRows];
