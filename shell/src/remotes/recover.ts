import { loadFailureOf } from './load-failure.ts';
import { reloadOnce } from './reload-once.ts';

const never = new Promise<never>(() => {});

/**
 * What a navigation does about a failed load: reloads the page at its destination, where that can help, and answers
 * with a promise that never settles, so that no error page flashes on the way out. Else it throws the error on.
 */
export async function recover(error: unknown, destination: string): Promise<never> {
  const failure = loadFailureOf(error);
  if (failure && reloadOnce(failure.remote, failure.version, destination)) return never;
  throw error;
}
