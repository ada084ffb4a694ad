import type { ApiModule } from '../../api-module.ts';
import { auditing } from '../../ground/audit/index.ts';
import { identity } from '../identity/index.ts';
import { mail } from '../../ground/mail/index.ts';
import { egressRules } from '../../../platform/config/egress-rules.ts';
import { Egress, portOf } from '@headwater/base/egress';
import { deleteOldAttempts } from './attempts.repository.ts';
import { egressFetch } from './egress-fetch.ts';
import { GoogleProvider } from './google-provider.ts';
import { linkRoutes } from './links.routes.ts';
import { popupRoutes } from './popup.routes.ts';
import { signInRoutes } from './sign-in.routes.ts';

declare module '../../../http/services.ts' {
  interface Services {
    /** Null if the operator hasn't configured a provider. */
    readonly google: GoogleProvider | null;
  }
}

/** Signing up and signing in with Google, and connecting it to an account. */
export const google: ApiModule = {
  name: 'google',
  needs: [identity, mail, auditing],
  routes: [...popupRoutes, ...signInRoutes, ...linkRoutes],
  provide: ({ config }) => {
    if (!config.google) return { google: null };
    const fetch = egressFetch(new Egress(egressRules(config)), portOf(new URL(config.google.issuer)));
    return { google: new GoogleProvider(config.google, fetch) };
  },
  nightly: (_services, db) => deleteOldAttempts(db),
};
