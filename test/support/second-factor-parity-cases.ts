import { bearer, logIn, makeAccount, password } from './accounts.ts';
import type { TestApp } from './app.ts';
import { asAdmin, ownId } from './auth-parity-cases.ts';
import { notFound, type ParityCase } from './parity-case.ts';
import { setUpFactor, startFactor } from './second-factor.ts';

/** Who asks, in which state: each side has its own, made by `given`. */
let owner: { readonly headers: Record<string, string>; readonly code: string } | undefined;

async function makeOwner(service: TestApp) {
  const account = await makeAccount(service, (await logIn(service)).access_token);
  return { id: account.id, headers: bearer((await logIn(service, account)).access_token) };
}

const withoutFactor = async (service: TestApp) => {
  const { id, headers } = await makeOwner(service);
  owner = { headers, code: '123456' };
  return id;
};

const withStarted = async (service: TestApp) => {
  const { id, headers } = await makeOwner(service);
  owner = { headers, code: (await startFactor(service, headers)).code };
  return id;
};

const withFactor = async (service: TestApp) => {
  const { id, headers } = await makeOwner(service);
  const { recoveryCodes } = await setUpFactor(service, headers);
  owner = { headers, code: recoveryCodes[0] ?? '' };
  return id;
};

/** A case whose body is also its input, made when its owner is. */
const asks = (
  does: string,
  given: (service: TestApp) => Promise<string>,
  input: () => object,
  rest: Partial<ParityCase> = {},
): ParityCase => ({
  does,
  given,
  headers: async () => owner?.headers ?? {},
  body: async () => input(),
  variables: async () => ({ input: input() }),
  ...rest,
});

const code = () => ({ code: owner?.code });
const both = () => ({ password, ...code() });
const start = () => ({ password });
const codes = ['recovery_codes'];
const wrong = () => ({ password: 'not the password', code: '654321' });

export const secondFactorParityCases: Record<string, ParityCase[]> = {
  startSecondFactor: [
    asks('shows a secret', withoutFactor, start, { varies: ['secret', 'otpauth_uri'] }),
    asks('wants the password', withoutFactor, () => ({ password: 'x' }), {
      code: 'BAD_USER_INPUT',
    }),
    asks('keeps the one there is', withFactor, start, { code: 'CONFLICT' }),
  ],
  confirmSecondFactor: [
    asks('shows recovery codes', withStarted, code, { varies: codes }),
    asks('refuses a wrong code', withStarted, () => ({ code: '000000' }), {
      code: 'BAD_USER_INPUT',
    }),
    asks('refuses what is no code', withStarted, () => ({ code: 'x' }), { code: 'BAD_USER_INPUT' }),
    asks('needs one that was started', withoutFactor, code, { code: 'CONFLICT' }),
  ],
  renewRecoveryCodes: [
    asks('shows new ones', withFactor, both, { varies: codes }),
    asks('refuses a wrong password', withFactor, wrong, { code: 'BAD_USER_INPUT' }),
    asks('needs a second factor', withoutFactor, both, { code: 'CONFLICT' }),
  ],
  removeSecondFactor: [
    asks('removes it', withFactor, both),
    asks('refuses a wrong password', withFactor, wrong, { code: 'BAD_USER_INPUT' }),
    asks('needs a second factor', withoutFactor, both, { code: 'CONFLICT' }),
  ],
  resetSecondFactor: [
    { does: 'removes that of another', given: withFactor, headers: asAdmin, variables: {} },
    notFound({ headers: asAdmin }),
    { does: 'leaves my own', given: ownId, headers: asAdmin, variables: {}, code: 'CONFLICT' },
  ],
};
