const VARIABLE = 'HEADWATER_E2E_TRIAL';

/** One pass of the journeys through a given set of versions. */
export interface Trial {
  /** A registry from which the product of each worker is given its own. */
  seed: string;
  /** What its browsers get instead of what is current there. */
  overrides: string[];
  /** Of every page that they are given. */
  composition: string;
}

/** For Playwright and its workers, which learn of it from the environment. */
export function announceTrial(trial: Trial): void {
  process.env[VARIABLE] = JSON.stringify(trial);
}

/** Undefined in a run of the clone's own builds. */
export function announcedTrial(): Trial | undefined {
  const text = process.env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Trial);
}
