import { paths } from '../contract/ground/paths.ts';
import type { Session } from './session.ts';

const LAST_WORKSPACE = 'hw-workspace';

/** Returns where users go after signing in: where they wanted to go, else their last workspace, else to create one. */
export function afterSignIn(
  session: { organizations: Pick<Session['organizations'][number], 'organizationId'>[] },
  next?: string | null,
): string {
  if (next && isOwnPath(next)) return next;
  const ids = session.organizations.map((organization) => organization.organizationId);
  const last = ids.find((id) => id === remembered()) ?? ids[0];
  return last ? paths.workspace(last) : paths.createWorkspace();
}

/** Remembers the workspace that the next sign-in in this browser leads to. */
export function rememberWorkspace(organizationId: string) {
  try {
    localStorage.setItem(LAST_WORKSPACE, organizationId);
  } catch {
    // Some private windows have no storage; then the first workspace is used.
  }
}

function remembered() {
  try {
    return localStorage.getItem(LAST_WORKSPACE);
  } catch {
    return null;
  }
}

/**
 * Returns whether this is a path of this origin; `//host`, `/\host`, and full URLs lead elsewhere, and `//%` isn't a
 * URL.
 */
function isOwnPath(next: string) {
  if (!next.startsWith('/') || !URL.canParse(next, location.origin)) return false;
  return new URL(next, location.origin).origin === location.origin;
}
