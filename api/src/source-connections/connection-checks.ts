import type { CheckStep } from '@headwater/shared/contract';
import { runConnector } from '../connectors/process/run-connector.ts';
import { toFailure } from '../connectors/failure.ts';
import { workspaceTransaction } from '../db/workspace-db.ts';
import type { Services } from '../services.ts';
import { updateCheck } from './connection-checks.repository.ts';
import type { ConnectorInputs } from './connector-inputs.ts';
import { updateSetup } from './source-connections.repository.ts';

interface Check {
  workspaceId: string;
  id: string;
  /** The saved connection that the check is about, if its configuration is the saved one. */
  sourceConnectionId: string | null;
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
    const { state } = change;
    await workspaceTransaction(this.#services.database, workspaceId, async (db) => {
      await updateCheck(db, id, change);
      if (!sourceConnectionId || !state || state === 'cancelled') return;
      await updateSetup(db, sourceConnectionId, state === 'succeeded' ? 'connected' : 'broken');
    });
    this.#services.events.publish(workspaceId, { type: 'connection_checks', id, sourceConnectionId });
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
