import { analysisTools } from './analysis-tools.ts';
import { questionTools } from './question-tools.ts';
import { readTools } from './read-tools.ts';
import type { Tool } from './tool.ts';
import { transferTools } from './transfer-tools.ts';

/** All tools. */
export const tools: readonly Tool[] = [
  ...readTools,
  ...questionTools,
  ...analysisTools,
  ...transferTools,
];
