import { hash, verify } from '@node-rs/argon2';

/** OWASP's recommendation: 19 MiB, two iterations, one lane. The library's default algorithm is argon2id. */
const parameters = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

let decoy: Promise<string> | undefined;

/** Does the same work when there is no hash, so that response times do not reveal which accounts exist. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has');
  const isCorrect = await verify(stored ?? (await decoy), password);
  return isCorrect && stored !== undefined;
}
