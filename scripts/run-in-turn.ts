import assert from 'node:assert/strict';
import { tracingChannel } from 'node:diagnostics_channel';
import path from 'node:path';
import { suite, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { ROOT } from './packages.ts';

/**
 * Runs test files one after another in this process, each in a suite of its own, where its hooks stay. The runner only
 * knows the process, so what is wrong with a file as a whole is reported here, with its name.
 */
export async function runInTurn(files: readonly string[], limitMs: number): Promise<void> {
  let withinFiles = 0;
  tracingChannel('node.test').start.subscribe((started) => {
    if ((started as { nesting: number }).nesting > 0) withinFiles += 1;
  });
  const open: string[] = [];
  process.once('exit', () => {
    if (open.length === files.length) return;
    console.error(`${nameOf(files[open.length]!)} ended the process.`);
    process.exitCode = 1;
  });
  // The runner takes a process in which nothing is open for one in which everything has run.
  const alive = setInterval(() => undefined, limitMs);
  for (const file of files) {
    const name = nameOf(file);
    const before = withinFiles;
    const surroundings = seenByAll();
    let isLoaded = false;
    await suite(name, async () => {
      await inTime(import(file), limitMs);
      isLoaded = true;
    });
    if (isLoaded && withinFiles === before) await test(`${name} has no tests`, () => assert.fail());
    if (seenByAll() !== surroundings)
      await test(`${name} leaves process.env or the working directory changed`, () => assert.fail());
    open.push(`${name}: ${process.getActiveResourcesInfo().join(' ')}`);
  }
  clearInterval(alive);
  setTimeout(() => {
    console.error(`These files are over, but something is left open. It was after each:\n${open.join('\n')}`);
    process.exit(1);
  }, limitMs).unref();
}

const seenByAll = () => JSON.stringify([process.cwd(), process.env]);

const nameOf = (file: string) => path.relative(ROOT, fileURLToPath(file));

function inTime(loaded: Promise<unknown>, limitMs: number): Promise<unknown> {
  const { promise: never, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => reject(new Error('The file could not be loaded in time')), limitMs);
  return Promise.race([loaded, never]).finally(() => clearTimeout(late));
}
