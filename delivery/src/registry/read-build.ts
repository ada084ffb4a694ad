import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { CONTRACT_VERSION } from '@headwater/shared/contract';
import { Type } from '@sinclair/typebox';
import { checkShape, parseShape } from './check-shape.ts';
import { faultsOfPlace, manifest as declaration, placeOf } from './declaration.ts';
import { readIfThere } from './disk.ts';
import { INTEGRITY_FILE, isFilePath, isName, SHELL } from './names.ts';
import { assets, texts, type Assets, type BuildRecord } from './record.ts';
import { RegistryFault } from './registry-fault.ts';
import { GONE_FILE } from './registry.ts';

export interface BuildFile {
  path: string;
  content: Uint8Array;
  sha384: string;
}

/** A package's build in `dist`, read and checked: the input of publish. */
export interface Build extends Omit<BuildRecord, 'files' | 'publishedBy' | 'receivedAt'> {
  files: BuildFile[];
}

const ASSETS_FILE = 'assets.json';
const REMOTE_ENTRY = 'remoteEntry.js';
const EXPOSED_CHUNK = 'routes';
/** Names that the registry uses next to a version's files. */
const RESERVED_FILES = [INTEGRITY_FILE, 'record.json', GONE_FILE];

/** Reads `<folder>/package.json` and `<folder>/dist`. Throws with every fault of the build at once. */
export async function readBuild(folder: string): Promise<Build> {
  const manifest = await readDeclaration(folder);
  const dist = path.join(folder, 'dist');
  const description = await readIfThere(path.join(dist, ASSETS_FILE));
  if (description === undefined) {
    throw new RegistryFault('not_built', [
      `${manifest.name} is not built: ${path.join(dist, ASSETS_FILE)} is missing`,
    ]);
  }
  const built = Type.Composite([assets, Type.Object({ texts: Type.Optional(texts) })]);
  const { texts: found = {}, ...described } = parseShape(
    built,
    description,
    `${ASSETS_FILE} of ${manifest.name}`,
    'bad_build',
  );
  const files = await readFiles(dist);
  const { owner, routes, contract = `^${CONTRACT_VERSION}` } = manifest.headwater;
  const declared = { owner, routes, contract, assets: described, ...placeOf(manifest.headwater, found) };
  const build: Build = {
    ...declared,
    name: manifest.name,
    version: `${manifest.version}-${contentHash(files, declared)}`,
    entry: manifest.name === SHELL ? (described.entrypoints['main']?.at(-1) ?? '') : REMOTE_ENTRY,
    exposes: manifest.name === SHELL ? {} : { './routes': described.chunks[EXPOSED_CHUNK]?.files ?? [] },
    files,
  };
  const faults = [
    ...faultsOfFiles(build),
    ...faultsOfAssets(build),
    ...faultsOfRoutes(build),
    ...faultsOfPlace(build),
  ];
  if (faults.length > 0) throw new RegistryFault('bad_build', faults);
  return build;
}

async function readDeclaration(folder: string) {
  const text = await readIfThere(path.join(folder, 'package.json'));
  if (text === undefined) throw new RegistryFault('not_built', [`There is no package.json in ${folder}`]);
  const what = `package.json of ${path.basename(folder)}`;
  const manifest = checkShape(declaration, JSON.parse(text), what, 'bad_build');
  if (!isName(manifest.name))
    throw new RegistryFault('bad_build', [`${what}: "${manifest.name}" is not a valid name`]);
  return manifest;
}

/** Reads the files, except source maps, which contain the sources. */
async function readFiles(dist: string): Promise<BuildFile[]> {
  const entries = await readdir(dist, { recursive: true, withFileTypes: true });
  const paths = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(dist, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'))
    .filter((file) => file !== ASSETS_FILE && !file.endsWith('.map'))
    .sort();
  return Promise.all(
    paths.map(async (file) => {
      const content = await readFile(path.join(dist, file));
      return { path: file, content, sha384: integrityOf(content) };
    }),
  );
}

/** Returns the value of an `integrity` attribute. */
export const integrityOf = (content: Uint8Array | string): string =>
  `sha384-${createHash('sha384').update(content).digest('base64')}`;

/**
 * Returns twelve hex digits over everything that would make a browser or the server behave differently.
 * `verify` computes it again from the record.
 */
export function contentHash(
  files: readonly { path: string; sha384: string }[],
  { owner, routes, contract, assets, areas, menu }: Described,
): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file.path} ${file.sha384}\n`);
  // versions that were published before areas existed keep their hash
  const described = [owner, routes, contract, assets, ...(areas ? [areas, menu] : [])];
  return hash.update(JSON.stringify(described)).digest('hex').slice(0, 12);
}

type Described = Pick<Build, 'owner' | 'routes' | 'contract' | 'assets' | 'areas' | 'menu'>;

function faultsOfFiles({ name, entry, files }: Build): string[] {
  const faults = files
    .filter((file) => !isFilePath(file.path) || RESERVED_FILES.includes(file.path))
    .map((file) => `${name}: "${file.path}" has a name or a type that is not served`);
  if (!files.some((file) => file.path === entry))
    faults.push(`${name}: the entry "${entry}" is not in the build`);
  return faults;
}

function faultsOfAssets({ name, assets, files }: Build): string[] {
  const there = new Set(files.map((file) => file.path));
  const named = (Object.values(assets.entrypoints) as string[][])
    .concat(Object.values(assets.chunks).map((chunk) => chunk.files))
    .concat(Object.values(assets.provides))
    .flat();
  return [...new Set(named)]
    .filter((file) => !there.has(file))
    .map((file) => `${name}: ${ASSETS_FILE} names "${file}", which is not in the build`);
}

function faultsOfRoutes({ name, assets, exposes, routes }: Build): string[] {
  const faults = routes.flatMap(({ path, chunks }) =>
    chunks
      .filter((chunk) => !Object.hasOwn(assets.chunks, chunk))
      .map((chunk) => `${name}: route ${path} names the chunk "${chunk}"; there are ${knownChunks(assets)}`),
  );
  if (name !== SHELL && !exposes['./routes']?.length)
    faults.push(`${name}: the build doesn't expose ./routes`);
  return faults;
}

const knownChunks = (assets: Assets) => Object.keys(assets.chunks).join(', ') || 'none';
