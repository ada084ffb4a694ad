import { execFile } from 'node:child_process';
import path from 'node:path';
import type { TestContext } from 'node:test';
import { registryFolder } from '../config.ts';
import { promote } from '../registry/promote.ts';
import { publish } from '../registry/publish.ts';
import { openRegistry } from '../registry/registry.ts';
import { AUTH_BUILD, buildOf, SHELL_BUILD, temporaryFolder } from './builds.ts';

const by = 'anna';
const CLI = path.join(import.meta.dirname, '../cli.ts');

/** Returns a data directory with the shell and two versions of a remote, and its command line. */
export async function installation(t: TestContext) {
  const data = await temporaryFolder(t);
  const registry = openRegistry(registryFolder(data));
  const { record: shell } = await publish(registry, await buildOf(t, SHELL_BUILD), { by });
  const { record: first } = await publish(registry, await buildOf(t, AUTH_BUILD), { by });
  const another = async (code: string) => {
    const files = { ...AUTH_BUILD.files, 'login.1.js': code };
    return (await publish(registry, await buildOf(t, { ...AUTH_BUILD, files }), { by })).record;
  };
  const second = await another('changed');
  await promote(registry, [shell, first], { by });
  await promote(registry, [second], { by, force: true, why: 'new login' });
  const deliverWith = (settings: Record<string, string>, ...args: string[]) =>
    new Promise<{ code: number; out: string; err: string }>((resolve) => {
      const env = { ...process.env, HEADWATER_DATA: data, PUBLIC_URL: '', PORT: '8090', ...settings };
      execFile(process.execPath, [CLI, ...args, '--by', 'ben'], { env }, (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
      );
    });
  const deliver = (...args: string[]) => deliverWith({}, ...args);
  return { registry, shell, first: first.version, second: second.version, another, deliver, deliverWith };
}
