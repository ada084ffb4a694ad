import type { FastifyReply } from 'fastify';
import type { SessionResource } from '@headwater/shared/contract';
import { audit } from '../../ground/audit/index.ts';
import type { InstallationDb } from '../../../platform/database/installation-db.ts';
import type { User } from '../../../http/principal.ts';
import { sessionCookie } from '../../../http/session-cookie.ts';
import type { Services } from '../../../http/services.ts';
import { presentSession } from './session.presenter.ts';
import type { StartedSession, Visit } from './sessions.ts';
import { updateSignIn } from './users.repository.ts';

export interface SignedIn {
  readonly user: User;
  readonly session: StartedSession;
}

/** Opens a session for a user who has proved who they are. `by` names the means. */
export async function startSession(
  { sessions }: Services,
  db: InstallationDb,
  user: User,
  visit: Visit,
  by: 'password' | 'reauthentication' | 'password_change' | 'sign_up' | 'google' | 'demo',
): Promise<SignedIn> {
  const session = await sessions.begin(db, user, visit);
  await updateSignIn(db, user.id);
  await audit(db, {
    action: 'session.begin',
    actorId: user.id,
    subject: { type: 'sessions', id: session.id },
    request: visit.request,
    details: { by },
  });
  return { user, session };
}

/**
 * Returns the session as the response to signing in, and sets its cookie. Call it after the
 * transaction that opened it.
 */
export async function signedInResponse(
  services: Services,
  reply: FastifyReply,
  { user, session }: SignedIn,
): Promise<{ data: SessionResource }> {
  sessionCookie.set(reply, services.config, session.token, { expires: session.expiresAt });
  return { data: await presentSession(services, session.id, user) };
}
