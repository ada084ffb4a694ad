import type { CheckStep, CheckStepName, Failure, Finding } from '@headwater/shared/contract';

interface Outcome {
  /** By `performance.now()`; a step that has one has ended. */
  started?: number;
  findings?: readonly Finding[];
  failure?: Failure | null;
}

/** One step of a check, as it is told and stored. */
export function checkStep(name: CheckStepName, state: CheckStep['state'], outcome: Outcome = {}): CheckStep {
  const { started, findings = [], failure = null } = outcome;
  return {
    name,
    state,
    milliseconds: started === undefined ? null : Math.round(performance.now() - started),
    findings: [...findings],
    note: findings.length === 0 ? null : findings.map(({ message }) => message).join(' '),
    failure,
  };
}
