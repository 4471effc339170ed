import { hash, verify } from '@node-rs/argon2';

/** OWASP's parameters: 19 MiB, two passes, one lane. The library's default algorithm is argon2id. */
const parameters = {
  memoryCost: 19_456,
  timeCost: 2,
  parallelism: 1,
};

export function hashPassword(password: string): Promise<string> {
  return hash(password, parameters);
}

let decoy: Promise<string> | undefined;

/** Whether the password is right. Without a hash the same work is done, so that time tells nothing. */
export async function isPassword(stored: string | undefined, password: string): Promise<boolean> {
  decoy ??= hashPassword('a password nobody has');
  const isRight = await verify(stored ?? (await decoy), password);
  return isRight && stored !== undefined;
}
