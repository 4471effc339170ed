import { countTypos } from './edit-distance.ts';

/** Shorter names (PORT, HOST) resemble too many variables of other programs. */
const minLength = 6;

/** From this length on, two typing errors are still closer to the setting than to anything else. */
const longLength = 14;

/**
 * A problem for each variable that is probably a misspelled setting. Other variables belong to other
 * programs; and where the setting itself is set too, the similar one is probably theirs.
 */
export function findMisspelled(
  env: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const settings = known.map((name) => ({ name, plain: simplify(name) }));
  return Object.keys(env).flatMap((variable) => {
    if (known.includes(variable) || env[variable] === undefined) return [];
    const plain = simplify(variable);
    const meant = settings.find((setting) => isTypoOf(plain, setting.plain));
    if (!meant || env[meant.name] !== undefined) return [];
    return [`${variable}: unknown setting. Did you mean ${meant.name}?`];
  });
}

function isTypoOf(plain: string, setting: string): boolean {
  if (setting.length < minLength) return plain === setting;
  const max = setting.length < longLength ? 1 : 2;
  // Most names are: comparing them letter by letter takes milliseconds of each start.
  if (Math.abs(plain.length - setting.length) > max) return false;
  return countTypos(plain, setting, max) <= max;
}

function simplify(name: string): string {
  return name.toLowerCase().replace(/[_.-]/g, '');
}
