import type { ApiModule } from '../api-module.ts';
import { Egress, egressRules } from '../../platform/egress/index.ts';
import { egressFetch, portOf } from './egress-fetch.ts';
import { GoogleProvider } from './google-provider.ts';
import { linkRoutes } from './links.routes.ts';
import { popupRoutes } from './popup.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

export { deleteOldAttempts } from './attempts.repository.ts';

declare module '../../http/services.ts' {
  interface Services {
    /** Null where the operator has set up none. */
    readonly google: GoogleProvider | null;
  }
}

/** Signing up and in with Google, and connecting it to an account. */
export const google: ApiModule = {
  routes: [...popupRoutes, ...signInRoutes, ...linkRoutes],
  provide: ({ config }) => {
    if (!config.google) return { google: null };
    const fetch = egressFetch(new Egress(egressRules(config)), portOf(new URL(config.google.issuer)));
    return { google: new GoogleProvider(config.google, fetch) };
  },
};
