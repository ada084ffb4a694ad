import type { FastifyReply, FastifyRequest } from 'fastify';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { Services } from '../../../http/services.ts';
import { browserHmac } from './attempt.ts';
import { takeHandOff, type Purpose } from './attempts.repository.ts';
import type { GoogleIdentity } from './identity.rules.ts';
import { oauthCookie } from './oauth-cookie.ts';

interface HandOff {
  readonly purpose: Purpose;
  readonly token: string;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Spends the code that the popup received, for the browser and the purpose that it was issued for. Runs in
 * its own transaction, so that the code is spent whatever happens next.
 */
export async function spendHandOff(
  services: Services,
  { purpose, token, request, reply }: HandOff,
): Promise<GoogleIdentity> {
  const { config, database } = services;
  const browser = oauthCookie.read(request, config);
  const identity =
    browser &&
    (await installationTransaction(database, (db) =>
      takeHandOff(db, token, { purpose, browserHmac: browserHmac(services, browser) }),
    ));
  if (!identity) throw new Refusal('google_token_invalid', { pointer: '/data/attributes/token' });
  oauthCookie.clear(reply, config);
  return identity;
}
