#!/usr/bin/env node
import { setFlagsFromString } from 'node:v8';
import { findCommand } from './commands/command-line.ts';
import { handleOutputErrors } from './commands/handle-output-errors.ts';
import { run } from './commands/run.ts';

// Optimizing the WebAssembly of Prisma takes longer than a short command runs: half of its CPU time.
// What analyzes needs it for the model of embeddings.
if (!['serve', 'worker', 'analyze'].includes(findCommand(process.argv) ?? '')) {
  setFlagsFromString('--liftoff-only');
}
handleOutputErrors();
process.exitCode = await run(process.argv, process.env, process);
