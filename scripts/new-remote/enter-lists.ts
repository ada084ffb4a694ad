import type { NewRemote } from './remote.ts';
import { readJson, readText, toJson, type Files, type PackageJson } from './repository.ts';

interface Lockfile {
  packages: Record<string, { workspaces?: string[] } | object>;
}

const OWNERS = '.github/CODEOWNERS';

/**
 * Returns the few lists that name each remote, with this one added. `manifest` is the remote's package.json.
 */
export function enterLists(root: string, remote: NewRemote, manifest: PackageJson): Files {
  const product = readJson<PackageJson>(root, 'package.json');
  const workspaces = withNewcomer(product.workspaces, remote.name);
  return new Map([
    ['package.json', toJson({ ...product, workspaces })],
    ['package-lock.json', lockfile(root, workspaces, manifest)],
    [OWNERS, owners(readText(root, OWNERS), remote)],
  ]);
}

/** Adds the name after the last remote. */
function withNewcomer(workspaces: readonly string[], name: string): string[] {
  const last = workspaces.findLastIndex((workspace) => workspace.startsWith('mf-'));
  return workspaces.toSpliced(last + 1, 0, name);
}

/** Returns what `npm install` would write, without the network: a workspace adds no packages of its own. */
function lockfile(root: string, workspaces: string[], manifest: PackageJson): string {
  const lock = readJson<Lockfile>(root, 'package-lock.json');
  const { name, version, license, dependencies, devDependencies } = manifest;
  const added = {
    ...lock.packages,
    '': { ...lock.packages[''], workspaces },
    [name]: { version, license, dependencies, devDependencies },
    [`node_modules/${name}`]: { resolved: name, link: true },
  };
  const packages = Object.fromEntries(
    Object.entries(added).sort(([one], [other]) => one.localeCompare(other, 'en')),
  );
  return toJson({ ...lock, packages });
}

function owners(text: string, { name, team }: NewRemote): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/mf-'));
  const column = lines[last]?.indexOf('@') ?? -1;
  return lines.toSpliced(last + 1, 0, `${`/${name}/ `.padEnd(column)}@headwater/${team}`).join('\n');
}
