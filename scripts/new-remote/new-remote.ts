import { format, resolveConfig } from 'prettier';
import path from 'node:path';
import { enterLists } from './enter-lists.ts';
import { faultsOf } from './faults.ts';
import { fillTemplate } from './fill-template.ts';
import type { NewRemote } from './remote.ts';
import type { Files, PackageJson } from './repository.ts';
import { writeFiles } from './write-files.ts';

/** Thrown if the requested remote can't be created. `faults` are for people. */
export class NewRemoteError extends Error {
  override readonly name = 'NewRemoteError';
  constructor(faults: readonly string[]) {
    super(faults.join('\n'));
  }
}

/** Creates a remote in the repository at `root`. Writes all files or none, and returns them. */
export async function newRemote(root: string, remote: NewRemote): Promise<string[]> {
  const faults = faultsOf(root, remote);
  if (faults.length > 0) throw new NewRemoteError(faults);
  const own = fillTemplate(remote);
  const manifest = JSON.parse(own.get(`${remote.name}/package.json`) ?? '') as PackageJson;
  const files = new Map([...(await formatted(root, own)), ...enterLists(root, remote, manifest)]);
  writeFiles(root, files);
  return [...files.keys()];
}

/** Formats the files, as a longer name makes longer lines. */
async function formatted(root: string, files: Files): Promise<Files> {
  const options = await resolveConfig(path.join(root, 'package.json'));
  const entries = [...files].map(
    async ([file, text]) => [file, await format(text, { ...options, filepath: file })] as const,
  );
  return new Map(await Promise.all(entries));
}
