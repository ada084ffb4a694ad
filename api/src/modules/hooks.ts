import type { Services } from '../http/services.ts';
import type { InstallationDb } from '../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';

export interface GoneConnection {
  readonly workspaceId: string;
  readonly sourceConnectionId: string;
}

/** What a module does when another one says that something happens, which need not know who listens. */
export interface ModuleHooks {
  /** What a source has was just stored, in this transaction. */
  onStreamsDiscovered?(services: Services, db: WorkspaceDb, sourceConnectionId: string): Promise<void>;
  /** In the transaction that deletes a connection, before its rows go. */
  beforeConnectionDeleted?(services: Services, db: WorkspaceDb, sourceConnectionId: string): Promise<void>;
  /** Ends what this process does for a connection that is gone, and removes its files; may come twice. */
  onConnectionDeleted?(services: Services, gone: GoneConnection): void | Promise<void>;
  /** In the transaction that deletes a workspace, before its rows go. */
  beforeWorkspaceDeleted?(services: Services, db: InstallationDb, workspaceId: string): Promise<void>;
  /** Ends what this process does for a workspace that is gone, and removes its files; may come twice. */
  onWorkspaceDeleted?(services: Services, workspaceId: string): void | Promise<void>;
  /** Clears away what nobody can use any more; in one transaction for all. */
  nightly?(services: Services, db: InstallationDb): Promise<void>;
}

type HookName = keyof ModuleHooks;
type ArgumentsOf<Name extends HookName> = Required<ModuleHooks>[Name] extends (
  services: Services,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;

/** A module's hooks, and the services that they get. */
export interface Listener {
  readonly hooks: ModuleHooks;
  readonly services: Services;
}

declare module '../http/services.ts' {
  interface Services {
    readonly hooks: Hooks;
  }
}

/** Tells every module what happens; who needs others comes before them, as it does when modules close. */
export class Hooks {
  readonly #listeners: readonly Listener[];

  /** `listeners` in the order in which they start; may still be filled. */
  constructor(listeners: readonly Listener[]) {
    this.#listeners = listeners;
  }

  /** One after the other, in the caller's transaction; the first error ends it. */
  async within<Name extends HookName>(name: Name, ...args: ArgumentsOf<Name>): Promise<void> {
    for (const listener of this.#listeners.toReversed()) await call(listener, name, args);
  }

  /** All of them, whatever becomes of one; throws what went wrong at the end. */
  async announce<Name extends HookName>(name: Name, ...args: ArgumentsOf<Name>): Promise<void> {
    const errors: unknown[] = [];
    for (const listener of this.#listeners.toReversed())
      await call(listener, name, args).catch((error: unknown) => errors.push(error));
    if (errors.length > 0) throw new AggregateError(errors, `${name} failed in ${errors.length} modules`);
  }
}

async function call<Name extends HookName>(
  { hooks, services }: Listener,
  name: Name,
  args: ArgumentsOf<Name>,
): Promise<void> {
  const hook = hooks[name] as ((services: Services, ...rest: ArgumentsOf<Name>) => unknown) | undefined;
  await hook?.call(hooks, services, ...args);
}
