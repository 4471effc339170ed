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
  // The service has files of its own, which load faster; the others can serve too, as for `quaestor --port 80`.
  const isService = process.argv.length === 2 || process.argv[2] === 'serve';
  import(isService ? './service.js' : './commands.js');
}
