/** Examines configurations for the API's process. Only this thread ends if a manifest takes too much memory. */
import { parentPort } from 'node:worker_threads';
import type { Configuration } from '@headwater/protocol/protocol';
import { examineHere } from './rest.config.ts';

/** As JSON, or null if it's too much. */
export interface FromManifestThread {
  examined: string | null;
}

/** More would keep the API busy that has to take it. */
const MOST_CHARACTERS = 400_000;

parentPort?.on('message', (configuration: Configuration) => {
  const answer: FromManifestThread = { examined: examined(configuration) };
  parentPort?.postMessage(answer);
});

function examined(configuration: Configuration): string | null {
  try {
    const json = JSON.stringify(examineHere(configuration));
    return json.length > MOST_CHARACTERS ? null : json;
  } catch (error) {
    // It's nested too deeply, or repeats a long text too often.
    if (error instanceof RangeError) return null;
    throw error;
  }
}
