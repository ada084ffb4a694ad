import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { faultBetweenStoreys } from './storeys.ts';

/** What an import leads to: a package from npm, a door of one of ours, or a file of a folder. */
type Target =
  | { kind: 'package'; name: string }
  | { kind: 'door'; folder: string; door: string }
  | { kind: 'file'; folder: string; file: string };

/** Folders of one role may import the same. */
type Role = 'remote' | 'shell' | 'shared' | 'server' | 'composer' | 'tool';

const SERVERS = ['api', 'delivery'];

/** Packages of npm that stand behind one door, and where that door is. The longest prefix wins. */
const BEHIND_DOORS: Readonly<Record<string, { folders: readonly string[]; then: string }>> = {
  '@mui/': { folders: ['shared/ui'], then: '@headwater/shared/ui' },
  '@emotion/': { folders: ['shared/ui'], then: '@headwater/shared/ui' },
  notistack: { folders: ['shared/ui'], then: 'the toast of @headwater/shared/ui' },
  formik: { folders: ['shared/forms'], then: '@headwater/shared/forms' },
  yup: { folders: ['shared/forms'], then: '@headwater/shared/forms' },
  '@tanstack/': {
    folders: ['shared'],
    then: '@headwater/shared/query, or the DataGrid of @headwater/shared/ui/table',
  },
  // links are drawn by ui, which routing need not know
  'react-router': { folders: ['shared/routing', 'shared/ui'], then: '@headwater/shared/routing' },
};

/** What `npm run new:remote` copies is held to what it will be. */
const TEMPLATE = /^scripts\/new-remote\/template\//;

const TEST_FILE = /\.test\.tsx?$|(^|\/)testing\//;

/** Who may import what, made from the folders that there are: a new remote needs no line here. */
export class Boundaries {
  readonly #root: string;
  readonly #folders: ReadonlySet<string>;
  readonly #doors: ReadonlySet<string>;

  constructor(root: string) {
    this.#root = root;
    this.#folders = new Set(
      readdirSync(root, { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && !/^(\.|node_modules$)/.test(entry.name))
        .map((entry) => entry.name),
    );
    const { exports } = JSON.parse(readFileSync(path.join(root, 'shared/package.json'), 'utf8'));
    this.#doors = new Set(Object.keys(exports).map((door) => door.slice('./'.length)));
  }

  /** Why `file` (absolute) may not import `specifier`, and what to do; undefined where it may. */
  fault(file: string, specifier: string): string | undefined {
    const from = path.relative(this.#root, file).split(path.sep).join('/').replace(TEMPLATE, 'mf-example/');
    const target = this.#resolve(from, specifier);
    if (target.kind === 'package') return faultOfPackage(from, target.name);
    if (target.kind === 'file')
      return faultOfFile(from, target) ?? faultBetweenStoreys(this.#root, from, target.file);
    return this.#faultOfDoor(from, target);
  }

  #resolve(from: string, specifier: string): Target {
    if (specifier.startsWith('.')) {
      const file = path.posix.join(path.posix.dirname(from), specifier.replace(/[?#].*$/, ''));
      return { kind: 'file', folder: folderOf(file), file };
    }
    if (specifier === '@headwater/shared' || specifier.startsWith('@headwater/shared/')) {
      return { kind: 'door', folder: 'shared', door: specifier.slice('@headwater/shared/'.length) };
    }
    const name = specifier.split('/')[0] ?? '';
    if (this.#folders.has(name))
      return { kind: 'door', folder: name, door: specifier.slice(name.length + 1) };
    return { kind: 'package', name: specifier };
  }

  #faultOfDoor(from: string, { folder, door }: { folder: string; door: string }): string | undefined {
    const role = roleOf(folderOf(from));
    if (folder !== 'shared') return faultOfServerDoor(from, role, folder, door);
    if (!this.#doors.has(door)) {
      const doors = [...this.#doors].map((name) => `@headwater/shared/${name}`).join(', ');
      return `"${door}" is no door of shared. Import one of its doors (${doors}), or let a door export what you need.`;
    }
    if (role === 'shared' && !isInRemotes(from))
      return 'Within shared, import relatively: its own doors are for the others.';
    const mayContractOnly = role === 'server' || role === 'composer' || role === 'tool';
    if (mayContractOnly && door !== 'contract' && isSource(from)) {
      return 'What runs on the server may use @headwater/shared/contract only: the other doors are for browsers.';
    }
    const isForTests = door === 'testing' && !TEST_FILE.test(from);
    return isForTests
      ? '@headwater/shared/testing is for tests: it would carry its fakes into the product.'
      : undefined;
  }
}

function faultOfServerDoor(from: string, role: Role, folder: string, door: string): string | undefined {
  if (isApplication(folder)) return faultOfApplication(from, folder);
  if (role !== 'composer' && role !== 'tool') {
    return `${folderOf(from)} may not import ${folder}: they meet on the wire. What both need goes to @headwater/shared/contract.`;
  }
  return door === ''
    ? undefined
    : `Import ${folder} by its door, "${folder}", and let its app.ts export what you need.`;
}

function faultOfFile(from: string, { folder, file }: { folder: string; file: string }): string | undefined {
  const own = folderOf(from);
  if (folder === own) return own === 'shared' ? faultWithinShared(from, file) : undefined;
  if (isApplication(folder)) return faultOfApplication(from, folder);
  const isTooling = folder === 'scripts' || roleOf(folder) === 'tool';
  if (roleOf(own) === 'tool' && isTooling) return undefined;
  const door = folder === 'shared' ? '@headwater/shared/…' : folder;
  return `A path into ${folder} goes around its door. Import ${door}.`;
}

function faultOfApplication(from: string, folder: string): string | undefined {
  const own = folderOf(from);
  if (own === folder) return undefined;
  return `${own} may not import ${folder}: each is deployed alone. What both need moves to shared, behind one of its doors.`;
}

/** A door that is compiled into remotes and, as they do, uses what the shell offers. */
const IN_REMOTES = 'shared/tables/';
const isInRemotes = (from: string) => from.startsWith(IN_REMOTES);

/** The contract is the API's too, so nothing of React or of a browser may come in with it. */
function faultWithinShared(from: string, file: string): string | undefined {
  if (isInRemotes(from) && !file.startsWith(IN_REMOTES))
    return 'What is compiled into remotes imports the rest of shared by its doors: a path would take a second copy along.';
  if (!from.startsWith('shared/contract/') || file.startsWith('shared/contract/')) return undefined;
  return 'The contract imports nothing of ours: the server uses it as well. Move what it needs into shared/contract.';
}

function faultOfPackage(from: string, name: string): string | undefined {
  const prefix = Object.keys(BEHIND_DOORS).find((candidate) => matches(name, candidate));
  const behind = prefix === undefined ? undefined : BEHIND_DOORS[prefix];
  if (!behind || isAllowedInTests(from)) return undefined;
  if (behind.folders.some((folder) => from.startsWith(`${folder}/`))) return undefined;
  return `${name} stands behind a door of shared. Import from ${behind.then}; where it lacks something, it grows it.`;
}

const matches = (name: string, prefix: string) =>
  prefix.endsWith('/') ? name.startsWith(prefix) : name.split('/')[0]?.replace(/-dom$/, '') === prefix;

/** Tests of shared may look behind its doors. */
const isAllowedInTests = (from: string) => from.startsWith('shared/') && TEST_FILE.test(from);

const folderOf = (file: string) => file.split('/')[0] ?? '';
const isApplication = (folder: string) => folder === 'shell' || folder.startsWith('mf-');
const isSource = (from: string) => from.includes('/') && !/\.config\.\w+$/.test(from);

function roleOf(folder: string): Role {
  if (folder.startsWith('mf-')) return 'remote';
  if (folder === 'shell' || folder === 'shared') return folder;
  if (SERVERS.includes(folder)) return 'server';
  return folder === 'scripts' ? 'composer' : 'tool';
}
