import { afterSignIn, type Session } from '@headwater/shared/session';
import { paths } from '@headwater/shared/routing';
import type { Area } from '../remotes/areas.ts';

/** The address that somebody asks for. */
export interface Visit {
  pathname: string;
  search: string;
  organizationId?: string;
}

/** May enter, is led elsewhere, or finds nothing there. */
export type Entry = 'open' | 'missing' | { to: string };

const rules: Record<Area['group'], (session: Session | null, visit: Visit) => Entry> = {
  public: (session, { search }) =>
    session ? { to: afterSignIn(session, new URLSearchParams(search).get('next')) } : 'open',
  standalone: (session, visit) => (session ? 'open' : { to: loginFor(visit) }),
  workspace: (session, visit) => {
    if (!session) return { to: loginFor(visit) };
    return isMember(session, visit.organizationId) ? 'open' : 'missing';
  },
  // whoever isn't one doesn't learn that it is there
  superuser: (session) => (session?.isSuperuser ? 'open' : 'missing'),
};

/** What a visitor gets at an address of a group: the API guards the data, this spares a screen of refusals. */
export function entryOf(group: Area['group'], session: Session | null, visit: Visit): Entry {
  return rules[group](session, visit);
}

const loginFor = ({ pathname, search }: Visit) => paths.login({ next: pathname + search });

const isMember = (session: Session, organizationId: string | undefined) =>
  session.organizations.some((organization) => organization.organizationId === organizationId);
