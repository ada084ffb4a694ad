import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

/** Loads a module as a process of its own does, and prints the packages and parts of Node.js that are loaded with it. */
const PACKAGES = `
  import { registerHooks } from 'node:module';
  const packages = new Set();
  registerHooks({
    load(url, context, next) {
      for (const [, name] of url.matchAll(/node_modules\\/((?:@[^/]+\\/)?[^/]+)/g)) packages.add(name);
      return next(url, context);
    },
  });
  await import(process.argv[1]);
  const builtIn = process.moduleLoadList.filter((name) => name.startsWith('NativeModule '));
  console.log(JSON.stringify([...packages, ...builtIn.map((name) => name.replace('NativeModule ', 'node:'))]));
  process.exit();
`;

async function packagesOf(folder: string): Promise<string[]> {
  const main = new URL(`${folder}/main.ts`, import.meta.url).href;
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--input-type=module',
    '--eval',
    PACKAGES,
    main,
  ]);
  return JSON.parse(stdout) as string[];
}

/** They start for one piece of work, so what they load is most of what they do. */
const FOLDERS = [
  'connectors/processes/connector',
  'connectors/processes/sync',
  'warehouse/processes/query',
  'warehouse/processes/export',
];
for (const folder of FOLDERS)
  test(`the process ${folder} loads neither schemas nor drivers nor HTTP at its start`, async () => {
    const heavy = ['@sinclair/typebox', 'ajv', 'pg', 'mysql2', 'yaml', 'ssh2', 'node:http', 'node:https'];
    const packages = await packagesOf(folder);
    assert.deepEqual(
      packages.filter((name) => heavy.includes(name)),
      [],
    );
  });
