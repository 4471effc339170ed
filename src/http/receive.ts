import type { Identification } from './identify.ts';
import type { RequestState } from './request-state.ts';
import type { Admission } from './use-limits.ts';

export interface Reception {
  readonly identification: Identification;
  readonly admission: Admission;
}

/** Says who is asking and charges them; a bad credential is charged too, to the address it came from. */
export async function receive(
  { identification, admission }: Reception,
  request: Request,
  state: RequestState,
  bodyBytes: number,
): Promise<void> {
  try {
    await identification.identify(request, state);
  } finally {
    await admission.admit(state, bodyBytes);
  }
}
