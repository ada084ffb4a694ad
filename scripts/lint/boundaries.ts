import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { enginePackage, faultBetweenEnginePackages, faultOfEngineDoor } from './engine-packages.ts';
import { faultBetweenStoreys, WINGS } from './storeys.ts';

/** What an import leads to: an npm package, a door of one of our packages, or a file in a folder. */
type Target =
  | { kind: 'package'; name: string }
  | { kind: 'door'; folder: string; door: string }
  | { kind: 'engine'; name: string; door: string }
  | { kind: 'file'; folder: string; file: string };

/** Folders with the same role may import the same things. */
type Role = 'remote' | 'shell' | 'shared' | 'server' | 'composer' | 'tool';

/** The doors without React or a browser. */
const PURE_DOORS = [
  'contract',
  'contract/plain',
  'charts',
  'charts/messages/en.json',
  'charts/messages/de.json',
  'messages/english',
  'report-templates',
];

const SERVERS = ['api', 'engine', 'delivery'];

/** Npm packages that can only be imported through a door, and which door that is. The longest prefix wins. */
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
  // links are rendered by ui, which routing need not know
  'react-router': { folders: ['shared/routing', 'shared/ui'], then: '@headwater/shared/routing' },
};

/** Files that `npm run new:remote` copies follow the rules of the remotes they become. */
const TEMPLATE = /^scripts\/new-remote\/template\//;

const TEST_FILE = /\.test\.tsx?$|(^|\/)testing\//;

/** Who may import what, derived from the folders that exist: a new remote needs no line here. */
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

  /** Returns why `file` (absolute) may not import `specifier` and what to do, or undefined if it may. */
  fault(file: string, specifier: string): string | undefined {
    const from = path.relative(this.#root, file).split(path.sep).join('/').replace(TEMPLATE, 'mf-example/');
    const target = this.#resolve(from, specifier);
    if (target.kind === 'package') return faultOfPackage(from, target.name);
    if (target.kind === 'engine') return faultOfEngineDoor(from, target.name, target.door);
    if (target.kind === 'file')
      return (
        faultOfFile(from, target) ??
        faultBetweenStoreys(this.#root, from, target.file) ??
        faultBetweenEnginePackages(from, target.file)
      );
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
    const engine = enginePackage(specifier.split('/').slice(0, 2).join('/'));
    if (engine !== undefined)
      return { kind: 'engine', name: engine, door: specifier.split('/').slice(2).join('/') };
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
      return `"${door}" is not a door of shared. Import one of its doors (${doors}), or export what you need from one.`;
    }
    if (role === 'shared' && !isInRemotes(from))
      return 'Within shared, use relative imports. Its doors are for other packages.';
    const mayContractOnly = role === 'server' || role === 'composer' || role === 'tool';
    if (mayContractOnly && !PURE_DOORS.includes(door) && isSource(from)) {
      return 'Server code may only use @headwater/shared/contract, /contract/plain, /charts, /report-templates, and /messages/english. The other doors are for browsers.';
    }
    const isForTests = door === 'testing' && !TEST_FILE.test(from);
    return isForTests
      ? '@headwater/shared/testing is for tests: its fakes would end up in the product.'
      : undefined;
  }
}

function faultOfServerDoor(from: string, role: Role, folder: string, door: string): string | undefined {
  if (isApplication(folder)) return faultOfApplication(from, folder);
  if (role !== 'composer' && role !== 'tool') {
    return `${folderOf(from)} may not import ${folder}: they only communicate over HTTP. Put what both need into @headwater/shared/contract.`;
  }
  return door === ''
    ? undefined
    : `Import ${folder} through its door, "${folder}", and export what you need from its app.ts.`;
}

function faultOfFile(from: string, { folder, file }: { folder: string; file: string }): string | undefined {
  const own = folderOf(from);
  if (folder === own) return own === 'shared' ? faultWithinShared(from, file) : undefined;
  if (isApplication(folder)) return faultOfApplication(from, folder);
  const isTooling = folder === 'scripts' || roleOf(folder) === 'tool';
  if (roleOf(own) === 'tool' && isTooling) return undefined;
  const door = folder === 'shared' ? '@headwater/shared/…' : folder;
  return `A path into ${folder} bypasses its door. Import ${door}.`;
}

function faultOfApplication(from: string, folder: string): string | undefined {
  const own = folderOf(from);
  if (own === folder) return undefined;
  return `${own} may not import ${folder}: each is deployed separately. What both need moves to shared, behind one of its doors.`;
}

/** Doors that are compiled into remotes and, like them, use the shell's shared modules. */
const IN_REMOTES = ['shared/tables/', 'shared/figures/', 'shared/files/', 'shared/connecting/'];
const doorInRemotes = (from: string) => IN_REMOTES.find((door) => from.startsWith(door));
const isInRemotes = (from: string) => doorInRemotes(from) !== undefined;

/** The API uses the contract, too, so it must not import anything of React or a browser. */
function faultWithinShared(from: string, file: string): string | undefined {
  const own = doorInRemotes(from);
  if (own !== undefined && !file.startsWith(own))
    return 'Code that is compiled into remotes imports the rest of shared through its doors: a path would include a second copy.';
  const pure = /^shared\/(charts|report-templates)\//.exec(from)?.[0];
  if (pure !== undefined && !file.startsWith(pure) && !file.startsWith('shared/contract/'))
    return 'Charts and report templates import only the contract, because the server uses them, too.';
  if (!from.startsWith('shared/contract/')) return undefined;
  if (file.startsWith('shared/contract/')) return faultBetweenWings(from, file);
  return 'The contract imports none of our other code, because the server uses it, too. Move what it needs into shared/contract.';
}

/** The contract's folders are the wings of the API, in the same order. Its doors and their tests import all of them. */
function faultBetweenWings(from: string, file: string): string | undefined {
  const wingOf = (place: string) => WINGS.indexOf(/^shared\/contract\/([^/]+)\//.exec(place)?.[1] ?? '');
  const [own, other] = [wingOf(from), wingOf(file)];
  return own === -1 || other <= own
    ? undefined
    : `The contract's ${WINGS[own]} knows nothing of ${WINGS[other]}: wings import only those before them (${WINGS.join(', ')}).`;
}

function faultOfPackage(from: string, name: string): string | undefined {
  const prefix = Object.keys(BEHIND_DOORS).find((candidate) => matches(name, candidate));
  const behind = prefix === undefined ? undefined : BEHIND_DOORS[prefix];
  if (!behind || isAllowedInTests(from)) return undefined;
  if (behind.folders.some((folder) => from.startsWith(`${folder}/`))) return undefined;
  return `${name} can only be used through a door of shared. Import from ${behind.then}, and add what is missing there.`;
}

const matches = (name: string, prefix: string) =>
  prefix.endsWith('/') ? name.startsWith(prefix) : name.split('/')[0]?.replace(/-dom$/, '') === prefix;

/** Tests of shared may bypass its doors. */
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
