import { analysisRows } from './analysis.ts';
import { authRows } from './auth.ts';
import { questionRows } from './questions.ts';

/** All REST routes. */
export const rows = [...questionRows, ...analysisRows, ...authRows];
