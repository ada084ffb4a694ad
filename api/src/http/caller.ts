import type { CurrentSession, User } from './principal.ts';
import type { Workspace } from './route-context.ts';

export interface Caller {
  readonly session: CurrentSession | null;
  /** Whether the caller may still do what they began. Undefined if anyone may. */
  readonly mayStill?: () => Promise<boolean>;
  readonly user?: User;
  readonly workspace?: Workspace;
}
