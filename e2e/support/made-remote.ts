import { execFile } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { newRemote } from '../../scripts/new-remote/new-remote.ts';
import { describeRemote, type RemoteOptions } from '../../scripts/new-remote/remote.ts';
import { BUILT } from '../../scripts/packages.ts';
import { declare, type ChangeDeclared } from './published.ts';
import { repository } from './repository.ts';
import { newFolder } from './scratch.ts';

/** The files of a clone that `npm run new:remote` reads and changes. */
const LISTS = ['package.json', 'package-lock.json', '.prettierrc.json', '.github/CODEOWNERS'];

export interface MadeRemote {
  folder: string;
  /** The paths in the clone of all files that were written or changed. */
  files: string[];
  /** Builds it as `npm run build` does. */
  build(): Promise<void>;
  /** Edits its declaration in package.json. */
  declare(change: ChangeDeclared): void;
}

/**
 * Creates a remote as `npm run new:remote` does, in a copy of only those parts of this clone that it
 * requires.
 */
export async function makeRemote(name: string, options: RemoteOptions): Promise<MadeRemote> {
  const clone = newFolder('clone');
  for (const file of [...LISTS, ...BUILT.map((built) => `${built}/package.json`)])
    cpSync(join(repository, file), join(clone, file));
  symlinkSync(join(repository, 'node_modules'), join(clone, 'node_modules'));
  const files = await newRemote(clone, describeRemote(name, options));
  const folder = join(clone, name);
  return { folder, files, build: () => build(folder), declare: (change) => declare(folder, change) };
}

async function build(folder: string): Promise<void> {
  const webpack = join(repository, 'node_modules/webpack-cli/bin/cli.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, [webpack, '--fail-on-warnings'], { cwd: folder, env });
}
