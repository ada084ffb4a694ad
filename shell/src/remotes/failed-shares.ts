import { getInstance } from '@module-federation/enhanced/runtime';

/**
 * Federation keeps the first failed load of a shared module for ever, and gives it to whoever asks for that module
 * next. Those that are there are left alone, and one on its way is only asked for once more, which webpack joins.
 */
export function forgetFailedShares() {
  const scopes = getInstance()?.shareScopeMap ?? {};
  for (const scope of Object.values(scopes))
    for (const versions of Object.values(scope))
      for (const share of Object.values(versions)) if (!share.loaded) delete share.loading;
}

/**
 * Federation's own errors carry a code, `#RUNTIME-012` for one: a shared module that can't be had; but for the one of
 * a version that doesn't fit.
 */
const SHARE_FAULT = /#RUNTIME-0(05|06|12)\b|does not satisfy the requirement/;

/** Whether it is the shell's shared modules that a remote can't run with. */
export const isShareFault = (error: unknown) => error instanceof Error && SHARE_FAULT.test(error.message);
