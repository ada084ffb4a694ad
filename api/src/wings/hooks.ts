import type { Language, RunState } from '@headwater/shared/contract';
import type { FastifyRequest } from 'fastify';
import type { Workspace } from '../http/define-route.ts';
import type { Services } from '../http/services.ts';
import type { InstallationDb } from '../platform/database/installation-db.ts';
import type { WorkspaceDb } from '../platform/database/workspace-db.ts';

/** A deleted connection, of which tables may be kept. */
export interface GoneConnection {
  readonly workspaceId: string;
  readonly sourceConnectionId: string;
  /** The uploads that its configuration named. */
  readonly uploadIds: readonly string[];
}

export interface EndedRun {
  readonly sourceConnectionId: string;
  readonly runId: string;
  readonly state: RunState;
  /** How it had ended before someone decided about a table. Null if it ends for the first time. */
  readonly before: RunState | null;
}

/** A source about whose changes someone may have decided. */
export interface DecidedChanges {
  readonly sourceConnectionId: string;
  readonly workspace: Workspace;
  readonly request: FastifyRequest;
}

/** Something that happened to a connection without anyone doing it, and that people may want to be told about. */
export interface ConnectionNotification {
  readonly kind:
    | 'schema_change.break'
    | 'source_connection.auto_pause'
    | 'source_connection.keeps_failing'
    | 'source_connection.late'
    | 'sync_run.fail'
    | 'sync_run.recover';
  readonly sourceConnectionId: string;
  /** The run that caused it, if one did. */
  readonly runId: string | null;
  readonly details: Readonly<Record<string, string | number>>;
}

/** A token of a service account expires soon, and no other of its tokens stays valid. */
interface TokenNotification {
  readonly kind: 'service_token.expiring';
  readonly serviceAccountId: string;
  readonly tokenId: string;
  /** With the account's `name`, when it `expiresAt`, and in how many `days`. */
  readonly details: Readonly<Record<string, string | number>>;
}

/** The state of an alert on a report's card has changed. */
interface AlertNotification {
  readonly kind: 'report_alert.ok' | 'report_alert.triggered' | 'report_alert.unknown';
  readonly reportId: string;
  readonly alertId: string;
  /** With the `name` of the report and its card, the `value` or an empty text, and the `operator` and the `limit`. */
  readonly details: Readonly<Record<string, string | number>>;
  /** The value as the card writes it. */
  valueIn(language: Language): string;
}

export type Notification = ConnectionNotification | TokenNotification | AlertNotification;

/** How a module reacts to what happens in another one, which doesn't have to know its listeners. */
export interface ModuleHooks {
  /** The streams of a source have just been stored, in this transaction. */
  onStreamsDiscovered?(services: Services, db: WorkspaceDb, sourceConnectionId: string): Promise<void>;
  /** A run has just ended, or ends differently since someone decided about a table, in this transaction. */
  onRunEnded?(services: Services, db: WorkspaceDb, run: EndedRun): Promise<void>;
  /** Someone may have decided about changes of a source, in an earlier transaction. */
  onSchemaChangesDecided?(services: Services, decided: DecidedChanges): Promise<void>;
  /** Published in the transaction of what happened, exactly once. */
  onNotification?(services: Services, db: WorkspaceDb, notification: Notification): Promise<void>;
  /** Runs in the transaction that deletes a connection, before its rows are deleted. */
  beforeConnectionDeleted?(services: Services, db: WorkspaceDb, sourceConnectionId: string): Promise<void>;
  /**
   * Runs in the transaction that deletes a connection but keeps its tables, which has locked it. Deletes what these
   * tables don't need.
   */
  onTablesKept?(services: Services, db: WorkspaceDb, sourceConnectionId: string): Promise<void>;
  /**
   * Stops this process's work for a deleted connection and removes its files, except for those of tables that are kept.
   * May be called twice.
   */
  onConnectionDeleted?(services: Services, gone: GoneConnection): void | Promise<void>;
  /** Runs in the transaction that deletes a workspace which can still be brought back. Stops what is going on in it. */
  onWorkspaceStopped?(services: Services, db: WorkspaceDb): Promise<void>;
  /** Runs in the transaction that deletes a workspace for good, before its rows are deleted. */
  beforeWorkspaceDeleted?(services: Services, db: InstallationDb, workspaceId: string): Promise<void>;
  /** Stops this process's work for a deleted workspace and removes its files. May be called twice. */
  onWorkspaceDeleted?(services: Services, workspaceId: string): void | Promise<void>;
  /** Deletes what no one can use anymore, in one transaction for all modules. */
  nightly?(services: Services, db: InstallationDb): Promise<void>;
}

type HookName = keyof ModuleHooks;
type ArgumentsOf<Name extends HookName> = Required<ModuleHooks>[Name] extends (
  services: Services,
  ...rest: infer Rest
) => unknown
  ? Rest
  : never;

/** A module's hooks, and the services that they receive. */
export interface Listener {
  readonly hooks: ModuleHooks;
  readonly services: Services;
}

declare module '../http/services.ts' {
  interface Services {
    readonly hooks: Hooks;
  }
}

/**
 * Notifies all modules, each before the modules that it needs, which is also the order in which they close.
 */
export class Hooks {
  readonly #listeners: readonly Listener[];

  /** Expects `listeners` in the order in which they start. More may be added later. */
  constructor(listeners: readonly Listener[]) {
    this.#listeners = listeners;
  }

  /** Calls the hooks one after the other, in the caller's transaction. The first error stops it. */
  async within<Name extends HookName>(name: Name, ...args: ArgumentsOf<Name>): Promise<void> {
    for (const listener of this.#listeners.toReversed()) await call(listener, name, args);
  }

  /** Calls all hooks, even if one fails, and throws the errors at the end. */
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
