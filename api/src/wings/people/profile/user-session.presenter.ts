import { parse } from 'bowser';
import type { UserSessionResource } from '@headwater/shared/contract';

interface UserSession {
  readonly id: string;
  readonly userAgent: string | null;
  readonly address: string | null;
  readonly createdAt: Date;
  readonly lastSeenAt: Date;
}

export function presentUserSession(session: UserSession, currentId: string): UserSessionResource {
  const { id, userAgent, address, createdAt, lastSeenAt } = session;
  return {
    type: 'user_sessions',
    id,
    attributes: {
      ...deviceOf(userAgent),
      address,
      isCurrent: id === currentId,
      createdAt: createdAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    },
  };
}

/** Helps users tell their own devices apart. Browsers may send anything here. */
function deviceOf(userAgent: string | null): { browser: string | null; system: string | null } {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = parse(userAgent);
  // For unknown names, the parser returns either an empty string or undefined.
  return { browser: browser.name || null, system: os.name || null };
}
