import type { ShownToken } from './account.queries.ts';

let handed: ShownToken | null = null;

/** Hands a new token to the page of its account. It's only in memory: neither the history nor a storage has it. */
export function handToken(token: ShownToken): void {
  handed = token;
}

/** Returns the new token of an account, once. */
export function takeToken(serviceAccountId: string): ShownToken | null {
  const taken = handed?.serviceAccountId === serviceAccountId ? handed : null;
  if (taken) handed = null;
  return taken;
}
