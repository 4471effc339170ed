#!/usr/bin/env node
// Copied into the bundle as it is. Plain syntax and no imports of its own: it has to run on the versions of Node.js
// that it refuses. CommonJS: the loader of ES modules, which is not needed before anything is imported on demand, takes
// a quarter of the time in which Node.js starts.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Quaestor needs Node.js 20.19 or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exitCode = 2;
} else {
  const { loadProgram } = require('./load-program.cjs');
  const command = process.argv[2] || 'serve';
  // Optimizing the WebAssembly of Prisma takes longer than a short command runs: half of its CPU time.
  // What analyzes needs it for the model of embeddings, and what begins with an option may serve.
  const isLong = /^(?:-|worker$|analyze$)/.test(command);
  // The service has files of its own, which load faster; the others can serve too, as for `quaestor --port 80`.
  // Requests leave garbage: a young generation that grows at once is collected less often, which saves 3 to 5 % of CPU.
  if (command === 'serve') loadProgram('service', '--semi-space-growth-factor=16');
  else loadProgram('commands', isLong ? undefined : '--liftoff-only');
}
