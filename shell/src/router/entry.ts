import type { AreaGroup } from '@headwater/shared/contract';
import { afterSignIn, type Session } from '@headwater/shared/session';
import { matchPath, paths } from '@headwater/shared/routing';

/** The address that somebody asks for. */
export interface Visit {
  pathname: string;
  search: string;
  organizationId?: string;
}

/** May enter, is led elsewhere, or finds nothing there. */
export type Entry = 'open' | 'missing' | { to: string };

/** Nothing to do there for who is signed in; other public pages end what a mail or a provider's window began. */
const WAYS_IN = [paths.login(), paths.signup()];
/** From the demo one may still sign up for an account that stays. */
const WAYS_IN_FROM_DEMO = [paths.login()];
/** Standalone pages that a session isn't needed for. */
const FOR_EVERYBODY = [paths.confirmEmail(), paths.demoLogin()];

const rules: Record<AreaGroup, (session: Session | null, visit: Visit) => Entry> = {
  public: (session, visit) =>
    session && isAt(visit, session.demoEndsAt ? WAYS_IN_FROM_DEMO : WAYS_IN)
      ? { to: afterSignIn(session, new URLSearchParams(visit.search).get('next')) }
      : 'open',
  standalone: (session, visit) => (session || isAt(visit, FOR_EVERYBODY) ? 'open' : { to: loginFor(visit) }),
  workspace: (session, visit) => {
    if (!session) return { to: loginFor(visit) };
    return isMember(session, visit.organizationId) ? 'open' : 'missing';
  },
  // whoever isn't one doesn't learn that it is there
  superuser: (session) => (session?.isSuperuser ? 'open' : 'missing'),
};

/** What a visitor gets at an address of a group: the API guards the data, this spares a screen of refusals. */
export function entryOf(group: AreaGroup, session: Session | null, visit: Visit): Entry {
  return rules[group](session, visit);
}

const isAt = ({ pathname }: Visit, addresses: string[]) =>
  addresses.some((address) => matchPath(address, pathname));

const loginFor = ({ pathname, search }: Visit) => paths.login({ next: pathname + search });

const isMember = (session: Session, organizationId: string | undefined) =>
  session.organizations.some((organization) => organization.organizationId === organizationId);
