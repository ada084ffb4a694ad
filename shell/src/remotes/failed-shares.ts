import { getInstance } from '@module-federation/enhanced/runtime';

/**
 * Forgets failed loads of shared modules. Federation keeps the first failed load permanently and returns it
 * for every later request. Loaded modules are kept, and one that is still loading is only requested again,
 * which webpack joins.
 */
export function forgetFailedShares() {
  const scopes = getInstance()?.shareScopeMap ?? {};
  for (const scope of Object.values(scopes))
    for (const versions of Object.values(scope))
      for (const share of Object.values(versions)) if (!share.loaded) delete share.loading;
}

/**
 * Matches Federation's errors about shared modules that can't be loaded, which have a code such as
 * `#RUNTIME-012`, and the one about a version that doesn't match, which has none.
 */
const SHARE_FAULT = /#RUNTIME-0(05|06|12)\b|does not satisfy the requirement/;

/** Returns whether the error is that a remote can't run with the shell's shared modules. */
export const isShareFault = (error: unknown) => error instanceof Error && SHARE_FAULT.test(error.message);
