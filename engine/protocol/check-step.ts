import type { CheckStep, CheckStepName, Failure, Finding } from '@headwater/shared/contract';

interface Outcome {
  /** Start time from `performance.now()`. Given only for a step that has ended. */
  started?: number;
  findings?: readonly Finding[];
  failure?: Failure | null;
}

/** Builds one step of a check as it is reported and stored. */
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
