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
