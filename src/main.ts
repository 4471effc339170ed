#!/usr/bin/env node
import { handleOutputErrors } from './commands/handle-output-errors.ts';
import { run } from './commands/run.ts';

handleOutputErrors();
run(process.argv, process.env, process).then((code) => {
  process.exitCode = code;
});
