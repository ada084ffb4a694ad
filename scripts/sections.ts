import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { runCommand } from './run-command.ts';
import type { Counts } from './test-counts.ts';

/** One part of `npm test`: a command, and how its tests are counted. */
export interface Section {
  name: string;
  /** Arguments for node. */
  args: readonly string[];
  cwd?: string;
  env?: Record<string, string | undefined>;
  /** After this time it hangs: it is stopped and counts as failed. Several times what it needs on two slow cores. */
  minutes: number;
  /** Returns the counts of its tests. Without it, the section is one test, decided by its exit code. */
  count?(output: string): Counts;
}

export interface SectionResult extends Counts {
  name: string;
  seconds: number;
  output: string;
}

/** Runs a section. If it exits with an error but without a failed test, it counts as one failure. */
export async function runSection(section: Section): Promise<SectionResult> {
  const started = performance.now();
  const { code, output, timedOut } = await runCommand(section);
  const counts = section.count ? countOf(section, output) : { passed: 1, failed: 0, skipped: 0 };
  if (code !== 0 && counts.failed === 0) counts.failed = 1;
  if (code !== 0 && !section.count) counts.passed = 0;
  const seconds = (performance.now() - started) / 1000;
  const note = timedOut ? `\nStopped after ${section.minutes} minutes.` : '';
  return { name: section.name, seconds, output: output + note, ...counts };
}

function countOf(section: Section, output: string): Counts {
  try {
    return section.count?.(output) ?? { passed: 0, failed: 0, skipped: 0 };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }; // it ended before it could write its counts
  }
}

/** Runs sections, at most `atOnce` at the same time, and prints the result of each. */
export async function runSections(sections: readonly Section[], atOnce: number): Promise<SectionResult[]> {
  const waiting = [...sections];
  const results: SectionResult[] = [];
  const worker = async () => {
    for (let section = waiting.shift(); section; section = waiting.shift()) {
      const result = await runSection(section);
      results.push(result);
      printResult(result);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

function printResult({ name, seconds, output, failed, passed, skipped }: SectionResult): void {
  if (failed > 0) console.log(`\n──── ${name} ────\n${output.trim()}\n────`);
  const counts = `${passed} passed${failed > 0 ? `, ${failed} failed` : ''}${skipped > 0 ? `, ${skipped} skipped` : ''}`;
  console.log(`${failed > 0 ? '✖' : '✔'} ${name.padEnd(26)} ${seconds.toFixed(1).padStart(6)} s   ${counts}`);
}

/** Creates a folder for the files that test runners write their counts to. */
export function scratchFolder(): { folder: string; remove(): void } {
  const folder = mkdtempSync(path.join(tmpdir(), 'headwater-test-'));
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
