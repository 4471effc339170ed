/**
 * Packs lists of passwords into src/auth/breached-passwords.bin. It was made from the smaller lists of SecLists
 * (https://github.com/danielmiessler/SecLists, MIT), in a checkout of e9d6a61:
 *   find Passwords/Common-Credentials Passwords/Leaked-Databases -name '*.txt' -not -name '*withcount*' -size -3200k \
 *     -exec sed --separate '$a\\' {} + | node …/src/build/pack-breached-passwords.js
 */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { buffer } from 'node:stream/consumers';

/** Of a SHA-1: of ten million passwords that are on no list, less than one is taken for listed. */
const digestBytes = 5;

const lines = (await buffer(process.stdin)).toString('utf8').split(/\r?\n/);
// Others cannot be set anyway: src/domain/account-input.ts. What is no UTF-8 nobody can have typed.
const passwords = lines.filter(
  (line) => [...line].length >= 12 && [...line].length <= 128 && !line.includes('\uFFFD'),
);
const digests = new Set(
  passwords.map((each) =>
    createHash('sha1')
      .update(each)
      .digest('hex')
      .slice(0, digestBytes * 2),
  ),
);
const packed = Buffer.from([...digests].sort().join(''), 'hex');
writeFileSync(new URL('../auth/breached-passwords.bin', import.meta.url), packed);
console.log(`${digests.size} passwords, ${packed.length} bytes`);
