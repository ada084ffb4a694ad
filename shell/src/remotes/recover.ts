import { report } from '../monitoring/report.ts';
import { loadFailureOf } from './load-failure.ts';
import { reloadOnce } from './reload-once.ts';

const never = new Promise<never>(() => {});

/**
 * Handles a failed load during a navigation. If a reload can help, reloads the page at its destination and
 * returns a promise that never settles, so that no error page flashes in the meantime. Otherwise, throws the
 * error.
 *
 * `part`: see `reloadOnce`.
 */
export async function recover(error: unknown, destination: string, part?: string): Promise<never> {
  const failure = loadFailureOf(error);
  if (failure) {
    report(error, { phase: 'navigation' }); // failures that a reload fixes count against the version, too
    if (reloadOnce(failure, destination, part)) return never;
  }
  throw error;
}
