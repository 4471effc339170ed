/** Called by `npm version`: what is unreleased in the changelog becomes the release. */
import { readFileSync, writeFileSync } from 'node:fs';

const file = new URL('../../CHANGELOG.md', import.meta.url);
const { version } = JSON.parse(
  readFileSync(new URL('../../package.json', import.meta.url), 'utf8'),
);
const today = new Date().toISOString().slice(0, 10);
const text = readFileSync(file, 'utf8');
if (!text.includes('\n## Unreleased\n')) throw new Error('CHANGELOG.md has no "## Unreleased".');
const heading = `## Unreleased\n\n## ${version} (${today})`;
writeFileSync(file, text.replace('## Unreleased', heading));
