import type { CheckStep, CheckStepName, Failure, Finding } from '@headwater/shared/contract';
import { toFailure } from '@headwater/base/failures/failure';
import { checkStep } from './check-step.ts';

export interface Outcome {
  state: 'passed' | 'warning' | 'skipped';
  findings: Finding[];
}

export type Step = readonly [CheckStepName, () => Promise<Outcome>];

export const passed = (...findings: Finding[]): Outcome => ({ state: 'passed', findings });
export const skipped: Outcome = { state: 'skipped', findings: [] };

/** Takes the steps of a connection test until one fails. Returns whether all were taken. Throws if it's canceled. */
export async function* takeSteps(
  steps: readonly Step[],
  signal: AbortSignal,
  failureOf: (error: unknown, name: CheckStepName) => Failure = toFailure,
): AsyncGenerator<CheckStep, boolean> {
  for (const [name, work] of steps) {
    yield checkStep(name, 'running');
    const started = performance.now();
    let problem: Failure | null = null;
    let outcome: Outcome | undefined;
    try {
      outcome = await work();
    } catch (error) {
      signal.throwIfAborted();
      problem = failureOf(error, name);
    }
    const findings = outcome?.findings;
    yield checkStep(name, outcome?.state ?? 'failed', { started, findings, failure: problem });
    if (problem) return false;
  }
  return true;
}
