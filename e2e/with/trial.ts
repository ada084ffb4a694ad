const VARIABLE = 'HEADWATER_E2E_TRIAL';

/** One pass of the journeys through a given set of versions. */
export interface Trial {
  /** A registry that is copied for each worker's product. */
  seed: string;
  /** The versions that its browsers get instead of the current ones. */
  overrides: string[];
  /** The composition of every page that browsers get. */
  composition: string;
}

/** Passes the trial to Playwright and its workers through the environment. */
export function announceTrial(trial: Trial): void {
  process.env[VARIABLE] = JSON.stringify(trial);
}

/** Returns undefined in a run of the clone's own builds. */
export function announcedTrial(): Trial | undefined {
  const text = process.env[VARIABLE];
  return text === undefined ? undefined : (JSON.parse(text) as Trial);
}
