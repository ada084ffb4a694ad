import { readFileSync } from 'node:fs';

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

/** Reads the file of `jest --json --outputFile`. A file that could not be run counts as one failure. */
export function countJest(file: string): Counts {
  const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, numRuntimeErrorTestSuites } =
    JSON.parse(readFileSync(file, 'utf8'));
  return {
    passed: numPassedTests,
    failed: numFailedTests + numRuntimeErrorTestSuites,
    skipped: numPendingTests + numTodoTests,
  };
}

/** Reads the file of `node-test-reporter.mjs`. */
export function countNode(file: string): Counts {
  const { passed, failed, cancelled, skipped, todo } = JSON.parse(readFileSync(file, 'utf8'));
  return { passed, failed: failed + cancelled, skipped: skipped + todo };
}

/** Reads the last line such as `3 passed, 0 failed, 1 skipped` that a run printed. */
export function countLine(output: string): Counts {
  const lines = [...output.matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$/gm)];
  const last = lines.at(-1);
  if (!last) throw new Error('The run printed no counts');
  return { passed: Number(last[1]), failed: Number(last[2]), skipped: Number(last[3] ?? 0) };
}

export function sum(all: readonly Counts[]): Counts {
  return all.reduce(
    (total, { passed, failed, skipped }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );
}

/** Returns the last line of `npm test`. */
export const summary = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
