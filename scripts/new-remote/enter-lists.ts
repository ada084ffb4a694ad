import type { NewRemote } from './remote.ts';
import { readJson, readText, toJson, type Files, type PackageJson } from './repository.ts';

interface Lockfile {
  packages: Record<string, { workspaces?: string[] } | object>;
}

const AREAS = 'shell/src/remotes/areas.ts';
const OWNERS = '.github/CODEOWNERS';

/** The few lists that name each remote, with this one in them. `manifest` is the package.json that it gets. */
export function enterLists(root: string, remote: NewRemote, manifest: PackageJson): Files {
  const product = readJson<PackageJson>(root, 'package.json');
  const workspaces = withNewcomer(product.workspaces, remote.name);
  const files = new Map([
    ['package.json', toJson({ ...product, workspaces })],
    ['package-lock.json', lockfile(root, workspaces, manifest)],
    [AREAS, areas(readText(root, AREAS), remote)],
    [OWNERS, owners(readText(root, OWNERS), remote)],
  ]);
  if (remote.group !== 'workspace') files.set('shell/package.json', routesOfShell(root, remote));
  return files;
}

/** After the last remote. */
function withNewcomer(workspaces: readonly string[], name: string): string[] {
  const last = workspaces.findLastIndex((workspace) => workspace.startsWith('mf-'));
  return workspaces.toSpliced(last + 1, 0, name);
}

/** What `npm install` would make of it, without asking the network: a workspace brings no package of its own. */
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

/** The shell's list of areas: the only place where an address leads to a remote. */
function areas(text: string, { name, group, path: address }: NewRemote): string {
  const list = /(export const AREAS: readonly Area\[\] = \[\n)([^]*?)(\n\];)/;
  if (!list.test(text)) throw new Error(`${AREAS} has no list AREAS to enter ${name} in`);
  return text.replace(
    list,
    (_, head: string, lines: string, end: string) =>
      `${head}${lines}\n  area('${name}', '${group}', '${address}'),${end}`,
  );
}

function owners(text: string, { name, team }: NewRemote): string {
  const lines = text.split('\n');
  const last = lines.findLastIndex((line) => line.startsWith('/mf-'));
  const column = lines[last]?.indexOf('@') ?? -1;
  return lines.toSpliced(last + 1, 0, `${`/${name}/ `.padEnd(column)}@headwater/${team}`).join('\n');
}

/** Which frame's code the page of an address brings along; in a workspace one line stands for all. */
function routesOfShell(root: string, { group, path: address }: NewRemote): string {
  const shell = readJson<PackageJson>(root, 'shell/package.json');
  const routes = [...shell.headwater.routes, { path: address, chunks: [`${group}-layout`], requests: [] }];
  return toJson({ ...shell, headwater: { ...shell.headwater, routes } });
}
