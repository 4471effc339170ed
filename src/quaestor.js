#!/usr/bin/env node
// Copied beside the bundle as it is. Plain syntax and no imports of its own: it has to run on the versions of Node.js
// that it refuses.
const [major, minor] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    `Quaestor needs Node.js 20.19 or newer; this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
  process.exitCode = 2;
} else {
  import('./main.js');
}
