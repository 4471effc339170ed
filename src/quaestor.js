#!/usr/bin/env node
// Copied into the bundle as it is, as quaestor.js and main.js. Plain syntax and no imports of its own: it has to run
// on the versions of Node.js that it refuses.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Quaestor needs Node.js 20.19 or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exitCode = 2;
} else {
  import('./load-program.js').then(({ loadProgram }) => {
    const command = process.argv[2] || 'serve';
    // The service has files of its own, which load faster; the others can serve too, as for `quaestor --port 80`.
    if (command === 'serve') return loadProgram('service');
    // Optimizing the WebAssembly of Prisma takes longer than a short command runs: half of its CPU time.
    // What analyzes needs it for the model of embeddings, and what begins with an option may serve.
    const isLong = /^(?:-|worker$|analyze$)/.test(command);
    return loadProgram('commands', isLong ? undefined : '--liftoff-only');
  });
}
