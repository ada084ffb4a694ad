import { Refusal } from '@headwater/base/refusals/refusal';
import { hmac } from '../../../platform/secrets/keys.ts';
import type { Services } from '../../../http/services.ts';
import type { GoogleProvider } from './google-provider.ts';

/**
 * Returns the stored form of the browser that began an attempt. A session with the same token
 * is stored differently.
 */
export const browserHmac = ({ keys }: Services, token: string) => hmac(keys.session, `oauth|${token}`);

/** Throws the 404 of an absent route if Google isn't configured. */
export function configuredGoogle({ google }: Services): GoogleProvider {
  if (!google) throw new Refusal('not_found');
  return google;
}
