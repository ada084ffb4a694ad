import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { inputHasher } from './input-hash.ts';
import { ROOT } from './packages.ts';

/** Each build takes a core and half a gigabyte, so no more than this many run at the same time. */
const AT_ONCE = 2;

const WEBPACK = path.join(ROOT, 'node_modules', 'webpack-cli', 'bin', 'cli.js');

export class BuildError extends Error {
  override readonly name = 'BuildError';
}

/** Returns those of `names` whose build is missing or was made from other sources. */
export function findStale(names: readonly string[]): string[] {
  const hashOf = inputHasher(ROOT);
  return names.filter((name) => !isBuilt(name) || readMark(name) !== hashOf(name));
}

/**
 * Builds packages in separate processes, so that webpack is never loaded into ours. If one fails, throws with
 * webpack's output.
 */
export async function buildPackages(names: readonly string[], signal?: AbortSignal): Promise<void> {
  const hashOf = inputHasher(ROOT);
  const waiting = [...names];
  const worker = async () => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      const hash = hashOf(name);
      rmSync(markOf(name), { force: true });
      const started = performance.now();
      console.log(`Building ${name}…`);
      await runWebpack(name, signal);
      mkdirSync(path.dirname(markOf(name)), { recursive: true });
      writeFileSync(markOf(name), hash);
      console.log(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`);
    }
  };
  const results = await Promise.allSettled(Array.from({ length: AT_ONCE }, worker));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed) throw failed.reason;
}

const isBuilt = (name: string) => existsSync(path.join(ROOT, name, 'dist', 'assets.json'));
const markOf = (name: string) => path.join(ROOT, '.cache', 'inputs', name);
const readMark = (name: string) =>
  existsSync(markOf(name)) ? readFileSync(markOf(name), 'utf8') : undefined;

function runWebpack(name: string, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [WEBPACK, '--fail-on-warnings'], {
      cwd: path.join(ROOT, name),
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NODE_ENV: 'production' },
      signal,
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data));
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new BuildError(`${name} could not be built:\n${output.trim()}`));
    });
  });
}
