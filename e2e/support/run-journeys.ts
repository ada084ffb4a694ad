import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { playwrightCli } from './browser.ts';

const folder = resolve(import.meta.dirname, '..');
const report = join(folder, 'test-results/report.json');

export interface Counts {
  passed: number;
  failed: number;
  skipped: number;
}

export interface Outcome {
  code: number;
  /** Undefined if the run ended before it could count. */
  counts: Counts | undefined;
}

/** Runs Playwright with these arguments. Its output goes to the terminal. */
export async function runJourneys(args: readonly string[]): Promise<Outcome> {
  rmSync(report, { force: true });
  const playwright = spawn(process.execPath, [playwrightCli(), 'test', ...args], {
    cwd: folder,
    stdio: 'inherit',
  });
  // The terminal sends Ctrl-C to both. This process waits until Playwright has finished, then cleans up.
  const wait = () => undefined;
  const stop = () => playwright.kill('SIGTERM');
  process.on('SIGINT', wait).on('SIGTERM', stop);
  const [code] = (await once(playwright, 'exit')) as [number | null];
  process.off('SIGINT', wait).off('SIGTERM', stop);
  return { code: code ?? 1, counts: existsSync(report) ? readCounts() : undefined };
}

export const describeCounts = ({ passed, failed, skipped }: Counts): string =>
  `${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}`;

interface Report {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number };
  errors: unknown[];
}

function readCounts(): Counts {
  const { stats, errors } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const failed = stats.unexpected + stats.flaky + errors.length;
  return { passed: stats.expected, failed, skipped: stats.skipped };
}
