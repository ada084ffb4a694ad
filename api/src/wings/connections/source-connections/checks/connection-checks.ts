import type { CheckStep, Failure } from '@headwater/shared/contract';
import { runConnector } from '@headwater/connectors/processes/connector/run-connector';
import { failure as describeFailure, toFailure } from '@headwater/base/failures/failure';
import { workspaceTransaction, type WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { FairQueue, type Requester } from '@headwater/base/queue/fair-queue';
import type { Services } from '../../../../http/services.ts';
import { updateCheck } from './connection-checks.repository.ts';
import type { ConnectorInputs } from '../setup/connector-inputs.ts';
import { fingerprintOf } from './fingerprint.ts';
import { lockIfThere, updateSetup } from '../source-connections.repository.ts';

/** Counted from the start of the check, which may have waited before. */
const CHECK_LIMIT_MS = 60_000;
/** Each check is a process with a driver in it. */
const CHECKS_AT_ONCE = 2;

interface Check {
  id: string;
  requester: Requester;
  /** The saved connection that the check is about. Its stored configuration may differ from the checked one. */
  sourceConnectionId: string | null;
  fingerprint: Buffer;
  steps: CheckStep[];
}

interface Active {
  readonly workspaceId: string;
  readonly abort: AbortController;
  /** The position in line, or null while the check runs. */
  position: number | null;
  end: Promise<void>;
}

/** The checks in this process, running or waiting for their turn. Each stores its steps as they complete. */
export class ConnectionChecks {
  readonly #services: Services;
  readonly #active = new Map<string, Active>();
  readonly #queue = new FairQueue({
    slots: CHECKS_AT_ONCE,
    perWorkspace: 1,
    waiting: { perUser: 5, perWorkspace: 20, inAll: 100 },
  });

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns at once, and the check continues in the background when it is its turn. Throws QueueFull otherwise. */
  start(check: Check, inputs: ConnectorInputs): void {
    this.#queue.requireRoom(check.requester);
    const { workspaceId } = check.requester;
    const active: Active = {
      workspaceId,
      abort: new AbortController(),
      position: null,
      end: Promise.resolve(),
    };
    this.#active.set(check.id, active);
    active.end = this.#run(check, inputs, active)
      .catch((error) => this.#services.log.error({ err: error }, 'a connection check failed'))
      .finally(() => this.#active.delete(check.id));
  }

  isActive(id: string): boolean {
    return this.#active.has(id);
  }

  /** Returns the position in line of a waiting check, from 1. */
  positionOf(id: string): number | null {
    return this.#active.get(id)?.position ?? null;
  }

  cancel(id: string): void {
    this.#active.get(id)?.abort.abort();
  }

  /** Cancels the checks of a deleted workspace. */
  cancelAllOf(workspaceId: string): void {
    for (const active of this.#active.values()) if (active.workspaceId === workspaceId) active.abort.abort();
  }

  async close(): Promise<void> {
    const active = [...this.#active.values()];
    for (const { abort } of active) abort.abort();
    await this.#queue.close();
    await Promise.all(active.map(({ end }) => end));
  }

  async #run(check: Check, inputs: ConnectorInputs, active: Active): Promise<void> {
    const { steps } = check;
    const { signal } = active.abort;
    let write = Promise.resolve();
    const onStep = (step: CheckStep) => {
      steps[steps.findIndex(({ name }) => name === step.name)] = step;
      const snapshot = structuredClone(steps);
      write = write.then(() => this.#store(check, { steps: snapshot })).catch(() => undefined);
    };
    const onPosition = (position: number) => {
      active.position = position;
      this.#publish(check);
    };
    const work = () => {
      active.position = null;
      return runConnector({ verb: 'check', ...inputs }, { timeoutMs: CHECK_LIMIT_MS, onStep, signal });
    };
    try {
      await this.#queue.run(check.requester, work, { signal, onPosition });
    } catch (error) {
      if (!signal.aborted) blameCurrent(steps, error);
    }
    await write;
    if (signal.aborted) return this.#store(check, { state: 'canceled', steps: skipRest(steps) });
    const failed = steps.some(({ state }) => state === 'failed');
    await this.#store(check, { state: failed ? 'failed' : 'succeeded', steps: skipRest(steps) });
  }

  async #store(check: Check, change: Parameters<typeof updateCheck>[2]): Promise<void> {
    await workspaceTransaction(this.#services.database, check.requester.workspaceId, async (db) => {
      await updateCheck(db, check.id, change);
      if (change.state === 'succeeded') await this.#settle(db, check, null);
      if (change.state === 'failed') await this.#settle(db, check, failureIn(check.steps));
    });
    this.#publish(check);
  }

  #publish({ id, requester, sourceConnectionId }: Check): void {
    this.#services.events.publish(requester.workspaceId, {
      type: 'connection_checks',
      id,
      sourceConnectionId,
    });
  }

  /** Applies the check's result to the saved connection, unless another configuration has since been stored. */
  async #settle(db: WorkspaceDb, check: Check, failure: Failure | null): Promise<void> {
    const connection = check.sourceConnectionId && (await lockIfThere(db, check.sourceConnectionId));
    if (!connection) return;
    const { id: sourceConnectionId, connector, configuration } = connection;
    const settings = { connector, configuration, sourceConnectionId };
    const stored = await fingerprintOf(db, this.#services.keys, settings);
    if (!stored.equals(check.fingerprint)) return;
    await updateSetup(db, sourceConnectionId, failure ? 'broken' : 'connected', failure);
  }
}

/** Assigns the error that ended the check to the step that was in progress. */
function blameCurrent(steps: CheckStep[], error: unknown): void {
  const at = steps.findIndex(({ state }) => state === 'running' || state === 'pending');
  const step = steps[at];
  if (step) steps[at] = { ...step, state: 'failed', failure: toFailure(error) };
}

const failureIn = (steps: CheckStep[]): Failure =>
  steps.find(({ failure }) => failure)?.failure ?? describeFailure('internal_error');

const skipRest = (steps: CheckStep[]): CheckStep[] =>
  steps.map((step) =>
    step.state === 'pending' || step.state === 'running' ? { ...step, state: 'skipped' } : step,
  );
