import { paths } from '../contract/paths.ts';
import type { Session } from './session.ts';

const LAST_WORKSPACE = 'hw-workspace';

/** Where somebody lands who has just signed in: where they wanted to go, else their last workspace, else creating one. */
export function afterSignIn(session: Pick<Session, 'organizations'>, next?: string | null): string {
  if (next && isOwnPath(next)) return next;
  const ids = session.organizations.map((organization) => organization.organizationId);
  const last = ids.find((id) => id === remembered()) ?? ids[0];
  return last ? paths.workspace(last) : paths.createWorkspace();
}

/** The workspace that the next sign-in on this browser leads to. */
export function rememberWorkspace(organizationId: string) {
  try {
    localStorage.setItem(LAST_WORKSPACE, organizationId);
  } catch {
    // Storage is closed in some private windows; the first workspace serves then.
  }
}

function remembered() {
  try {
    return localStorage.getItem(LAST_WORKSPACE);
  } catch {
    return null;
  }
}

/** A path of this origin; `//host`, `/\host` and absolute addresses lead away, and `//%` is no address at all. */
function isOwnPath(next: string) {
  if (!next.startsWith('/') || !URL.canParse(next, location.origin)) return false;
  return new URL(next, location.origin).origin === location.origin;
}
