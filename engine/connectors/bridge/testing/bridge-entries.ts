import { chmod, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Puts the executable of the tests where every account can run it. Returns its path. */
export async function makeExecutable(folder: string): Promise<string> {
  const source = await readFile(new URL('./source-numbers.mts', import.meta.url), 'utf8');
  const path = join(folder, 'source-numbers.mts');
  await writeFile(path, `#!${process.execPath}\n${source}`);
  await chmod(path, 0o755);
  return path;
}

/** The declarations of the executable, once for each protocol. */
export const bridgeEntries = (executable: string) => [
  {
    name: 'numbers',
    title: 'Numbers',
    protocol: 'airbyte',
    command: [executable],
    about: 'Numbers and letters.',
  },
  {
    name: 'tap_numbers',
    title: 'Numbers tap',
    protocol: 'singer',
    command: [executable, '--tap'],
    catalogOption: '--properties',
    configuration: {
      type: 'object',
      required: ['password'],
      properties: {
        password: { type: 'string', title: 'Password', airbyte_secret: true },
        rows: { type: 'integer', title: 'Rows' },
        behavior: { type: 'string', title: 'Behavior' },
        notes: { type: 'string', title: 'Notes' },
      },
    },
  },
];
