import type { Area, AreaGroup, Audience } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import { afterSignIn, type Session } from '@headwater/shared/session';

/** The URL that someone requests. */
export interface Visit {
  pathname: string;
  search: string;
  organizationId?: string;
}

/** The visitor may enter, is redirected, or finds nothing there. */
export type Entry = 'open' | 'missing' | { to: string };

type Rule = (session: Session | null, visit: Visit) => Entry;

const audiences: Record<Audience, Rule> = {
  everyone: () => 'open',
  'signed-in': (session, visit) => (session ? 'open' : { to: loginFor(visit) }),
  'signed-out': (session, visit) => (session ? { to: onwards(session, visit) } : 'open'),
  'without-account': (session, visit) =>
    session && !session.demoEndsAt ? { to: onwards(session, visit) } : 'open',
};

/** The layouts that are for the same people everywhere. */
const frames: Partial<Record<AreaGroup, Rule>> = {
  workspace: (session, visit) => {
    if (!session) return { to: loginFor(visit) };
    return isMember(session, visit.organizationId) ? 'open' : 'missing';
  },
  // users who aren't superusers don't learn that it exists
  superuser: (session) => (session?.isSuperuser ? 'open' : 'missing'),
};

/** Who an area, or a layout with a menu, is for. Without a rule, it is for no one. */
export type Place = Pick<Area, 'group' | 'audience'>;

/**
 * Returns what a visitor gets at a URL. The API protects the data, and this avoids a screen full of refused
 * requests.
 */
export function entryOf({ group, audience }: Place, session: Session | null, visit: Visit): Entry {
  const rule = audience === undefined ? frames[group] : audiences[audience];
  return rule ? rule(session, visit) : 'missing';
}

const loginFor = ({ pathname, search }: Visit) => paths.login({ next: pathname + search });

const onwards = (session: Session, { search }: Visit) =>
  afterSignIn(session, new URLSearchParams(search).get('next'));

const isMember = (session: Session, organizationId: string | undefined) =>
  session.organizations.some((organization) => organization.organizationId === organizationId);
