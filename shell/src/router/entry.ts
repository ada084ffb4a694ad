import type { Area, AreaGroup, Audience } from '@headwater/shared/contract';
import { paths } from '@headwater/shared/routing';
import { afterSignIn, type Session } from '@headwater/shared/session';

/** The address that somebody requests. */
export interface Visit {
  pathname: string;
  search: string;
  organizationId?: string;
}

/** May enter, is led elsewhere, or finds nothing there. */
export type Entry = 'open' | 'missing' | { to: string };

type Rule = (session: Session | null, visit: Visit) => Entry;

const audiences: Record<Audience, Rule> = {
  everyone: () => 'open',
  'signed-in': (session, visit) => (session ? 'open' : { to: loginFor(visit) }),
  'signed-out': (session, visit) => (session ? { to: onwards(session, visit) } : 'open'),
  'without-account': (session, visit) =>
    session && !session.demoEndsAt ? { to: onwards(session, visit) } : 'open',
};

/** The frames that are for the same people everywhere. */
const frames: Partial<Record<AreaGroup, Rule>> = {
  workspace: (session, visit) => {
    if (!session) return { to: loginFor(visit) };
    return isMember(session, visit.organizationId) ? 'open' : 'missing';
  },
  // whoever isn't one doesn't learn that it is there
  superuser: (session) => (session?.isSuperuser ? 'open' : 'missing'),
};

/** Whom an area, or a frame with a menu, is for. Without a rule it is nobody's. */
export type Place = Pick<Area, 'group' | 'audience'>;

/** What a visitor gets at an address: the API guards the data, this spares a screen of refusals. */
export function entryOf({ group, audience }: Place, session: Session | null, visit: Visit): Entry {
  const rule = audience === undefined ? frames[group] : audiences[audience];
  return rule ? rule(session, visit) : 'missing';
}

const loginFor = ({ pathname, search }: Visit) => paths.login({ next: pathname + search });

const onwards = (session: Session, { search }: Visit) =>
  afterSignIn(session, new URLSearchParams(search).get('next'));

const isMember = (session: Session, organizationId: string | undefined) =>
  session.organizations.some((organization) => organization.organizationId === organizationId);
