import { report } from '../monitoring/report.ts';
import { loadFailureOf } from './load-failure.ts';
import { reloadOnce } from './reload-once.ts';

const never = new Promise<never>(() => {});

/**
 * What a navigation does about a failed load: reloads the page at its destination, where that can help, and answers
 * with a promise that never settles, so that no error page flashes on the way out. Else it throws the error on.
 *
 * `part`: as `reloadOnce` takes it.
 */
export async function recover(error: unknown, destination: string, part?: string): Promise<never> {
  const failure = loadFailureOf(error);
  if (failure) {
    report(error, { phase: 'navigation' }); // also what a reload heals counts against its version
    if (reloadOnce(failure, destination, part)) return never;
  }
  throw error;
}
