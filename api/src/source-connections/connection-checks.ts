import type { CheckStep } from '@headwater/shared/contract';
import { runConnector } from '../connectors/process/run-connector.ts';
import { toFailure } from '../connectors/failure.ts';
import { workspaceTransaction, type WorkspaceDb } from '../db/workspace-db.ts';
import type { Services } from '../services.ts';
import { updateCheck } from './connection-checks.repository.ts';
import type { ConnectorInputs } from './connector-inputs.ts';
import { fingerprintOf } from './fingerprint.ts';
import { lockIfThere, updateSetup } from './source-connections.repository.ts';

interface Check {
  workspaceId: string;
  id: string;
  /** The saved connection that the check is about, whose stored configuration may be another. */
  sourceConnectionId: string | null;
  fingerprint: Buffer;
  steps: CheckStep[];
}

/** The checks that this process runs; each writes its steps as they come. */
export class ConnectionChecks {
  readonly #services: Services;
  readonly #running = new Map<string, AbortController>();

  constructor(services: Services) {
    this.#services = services;
  }

  /** Returns at once; the check goes on by itself. */
  start(check: Check, inputs: ConnectorInputs): void {
    const abort = new AbortController();
    this.#running.set(check.id, abort);
    void this.#run(check, inputs, abort.signal)
      .catch((error) => this.#services.log.error({ err: error }, 'a connection check'))
      .finally(() => this.#running.delete(check.id));
  }

  cancel(id: string): void {
    this.#running.get(id)?.abort();
  }

  close(): void {
    for (const abort of this.#running.values()) abort.abort();
  }

  async #run(check: Check, inputs: ConnectorInputs, signal: AbortSignal): Promise<void> {
    const { steps } = check;
    let write = Promise.resolve();
    const onStep = (step: CheckStep) => {
      steps[steps.findIndex(({ name }) => name === step.name)] = step;
      const snapshot = structuredClone(steps);
      write = write.then(() => this.#store(check, { steps: snapshot })).catch(() => undefined);
    };
    try {
      await runConnector({ verb: 'check', ...inputs }, { onStep, signal });
    } catch (error) {
      blameCurrent(steps, error);
    }
    await write;
    if (signal.aborted) return this.#store(check, { state: 'cancelled', steps: skipRest(steps) });
    const failed = steps.some(({ state }) => state === 'failed');
    await this.#store(check, { state: failed ? 'failed' : 'succeeded', steps: skipRest(steps) });
  }

  async #store(check: Check, change: Parameters<typeof updateCheck>[2]): Promise<void> {
    const { workspaceId, id, sourceConnectionId } = check;
    await workspaceTransaction(this.#services.database, workspaceId, async (db) => {
      await updateCheck(db, id, change);
      if (change.state === 'succeeded') await this.#settle(db, check, 'connected');
      if (change.state === 'failed') await this.#settle(db, check, 'broken');
    });
    this.#services.events.publish(workspaceId, { type: 'connection_checks', id, sourceConnectionId });
  }

  /** The saved connection is as the check has found it, unless another configuration is stored by now. */
  async #settle(db: WorkspaceDb, check: Check, setup: 'connected' | 'broken'): Promise<void> {
    const connection = check.sourceConnectionId && (await lockIfThere(db, check.sourceConnectionId));
    if (!connection) return;
    const { id: sourceConnectionId, connector, configuration } = connection;
    const settings = { connector, configuration, sourceConnectionId };
    const stored = await fingerprintOf(db, this.#services.keys, settings);
    if (stored.equals(check.fingerprint)) await updateSetup(db, sourceConnectionId, setup);
  }
}

/** The step that was under way carries what ended the whole. */
function blameCurrent(steps: CheckStep[], error: unknown): void {
  const at = steps.findIndex(({ state }) => state === 'running' || state === 'pending');
  const step = steps[at];
  if (step) steps[at] = { ...step, state: 'failed', failure: toFailure(error) };
}

const skipRest = (steps: CheckStep[]): CheckStep[] =>
  steps.map((step) =>
    step.state === 'pending' || step.state === 'running' ? { ...step, state: 'skipped' } : step,
  );
