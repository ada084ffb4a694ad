import { Refusal } from '../../platform/refusals/refusal.ts';
import { hmac } from '../../platform/secrets/keys.ts';
import type { Services } from '../../http/services.ts';
import type { GoogleProvider } from './google-provider.ts';

/** Which browser began an attempt, as the store knows it. Not what a session of the same token would be stored as. */
export const browserHmac = ({ keys }: Services, token: string) => hmac(keys.session, `oauth|${token}`);

/** Throws the 404 of routes that aren't there. */
export function configuredGoogle({ google }: Services): GoogleProvider {
  if (!google) throw new Refusal('not_found');
  return google;
}
