import type { FastifyReply, FastifyRequest } from 'fastify';
import { audit } from '../../ground/audit/index.ts';
import { installationTransaction } from '../../../platform/database/installation-db.ts';
import { newOneTimeCode } from '../identity/index.ts';
import type { Services } from '../../../http/services.ts';
import { browserHmac } from './attempt.ts';
import { isOver, storeHandOff, takeAttempt, type Attempt, type Purpose } from './attempts.repository.ts';
import type { GoogleProvider } from './google-provider.ts';
import { oauthCookie } from './oauth-cookie.ts';
import { describe, PopupError, reasonOf, type PopupReason } from './popup-error.ts';

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

/**
 * Handles the provider's response at `url`: returns our code for the identity, or the reason for a failure.
 * Never throws for it.
 */
export async function handOver(
  services: Services,
  google: GoogleProvider,
  url: URL,
  { request, reply }: Exchange,
): Promise<{ code: string } | { error: PopupReason }> {
  let attempt: Attempt | undefined;
  try {
    attempt = await attemptOf(services, url, request);
    const identity = await google.identify(url, attempt);
    const { id } = attempt;
    const code = newOneTimeCode();
    await installationTransaction(services.database, (db) => storeHandOff(db, id, { code, identity }));
    return { code };
  } catch (error) {
    const reason = reasonOf(error);
    request.log.warn({ reason, ...describe(error) }, 'a response from Google was refused');
    oauthCookie.clear(reply, services.config);
    await recordRefusal(services, { purpose: attempt?.purpose ?? 'login', reason, request });
    return { error: reason };
  }
}

async function attemptOf(services: Services, url: URL, request: FastifyRequest): Promise<Attempt> {
  const { config, database } = services;
  const [state, ...others] = url.searchParams.getAll('state');
  const browser = oauthCookie.read(request, config);
  if (!state || others.length > 0) throw new PopupError('mismatch');
  return installationTransaction(database, async (db) => {
    const taken = browser && (await takeAttempt(db, state, browserHmac(services, browser)));
    if (taken) return taken;
    throw new PopupError((await isOver(db, state)) ? 'expired' : 'mismatch');
  });
}

interface RefusedAttempt {
  readonly purpose: Purpose;
  readonly reason: string;
  readonly request: FastifyRequest;
}

/** Recorded without a user, because it couldn't be determined who it was. */
export function recordRefusal(
  { database }: Services,
  { purpose, reason, request }: RefusedAttempt,
): Promise<void> {
  const action = purpose === 'link' ? 'google.link' : 'session.begin';
  return installationTransaction(database, (db) =>
    audit(db, { action, outcome: 'failure', actorId: null, request, details: { by: 'google', reason } }),
  );
}
