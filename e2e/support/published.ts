import { readFileSync, writeFileSync } from 'node:fs';
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  currentSet,
  openRegistry,
  promote,
  publish,
  readBuild,
  registryFolder,
  type Headwater,
} from 'delivery';
import type { Product } from './product.ts';
import { repository } from './repository.ts';
import { newFolder } from './scratch.ts';

/** How a build differs from this clone's: `to` replaces the first `from` in the file that matches. */
export interface Change {
  file: RegExp;
  from: RegExp;
  to: string;
}

const ENTRY = /^remoteEntry\.js$/;

/** Builds of mf-data that are faulty themselves, however they reach the browser. */
export const faulty = {
  throwsAtLoad: { file: ENTRY, from: /^/, to: 'throw new Error("It throws when it is loaded");' },
  throwsAtRender: {
    file: /^data\.\w+\.js$/,
    from: /DataPage:\(\)=>\w+/,
    to: 'DataPage:()=>()=>{throw new Error("It throws when it is rendered")}',
  },
  exposesNothing: { file: ENTRY, from: /"\.\/routes":/, to: '"./paths":' },
} satisfies Record<string, Change>;

/** A shell that fails before it can show anything. */
export const throwsAtStart: Change = {
  file: /^main\.\w+\.js$/,
  from: /^/,
  to: 'throw new Error("It throws when it starts");',
};

let builds = 0;

/** Returns a change that leaves the product the same but its bytes different. */
export function anotherBuild(name: string): Change {
  builds += 1;
  return { file: name === 'shell' ? /^main\.\w+\.js$/ : ENTRY, from: /$/, to: `\n// build ${builds}` };
}

/** Publishes the clone's build of `name` with a change and returns its version, which no one gets yet. */
export async function publishChanged(product: Product, name: string, change: Change): Promise<string> {
  const folder = await copyBuild(name);
  await apply(change, join(folder, 'dist'));
  return publishFrom(product, folder);
}

/** The same with other areas, routes, or menu entries. */
export async function publishDeclared(
  product: Product,
  name: string,
  change: ChangeDeclared,
): Promise<string> {
  const folder = await copyBuild(name);
  declare(folder, change);
  return publishFrom(product, folder);
}

async function copyBuild(name: string): Promise<string> {
  const folder = join(newFolder('build'), name);
  for (const part of ['package.json', 'dist'])
    await cp(join(repository, name, part), join(folder, part), { recursive: true });
  return folder;
}

async function publishFrom(product: Product, folder: string): Promise<string> {
  const { record } = await publish(registryOf(product), await readBuild(folder), { by: 'journey' });
  return record.version;
}

export type ChangeDeclared = (headwater: Headwater) => Partial<Headwater>;

/** Edits what a package declares about itself in its package.json. */
export function declare(folder: string, change: ChangeDeclared): void {
  const file = join(folder, 'package.json');
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { headwater: Headwater };
  const headwater = { ...manifest.headwater, ...change(manifest.headwater) };
  writeFileSync(file, JSON.stringify({ ...manifest, headwater }));
}

async function apply({ file, from, to }: Change, dist: string): Promise<void> {
  const name = (await readdir(dist)).find((one) => file.test(one));
  const path = join(dist, name ?? `nothing matches ${file}`);
  const text = await readFile(path, 'utf8');
  if (!from.test(text)) throw new Error(`${path} has nothing that matches ${from}`);
  await writeFile(
    path,
    text.replace(from, () => to),
  );
}

export const registryOf = (product: Product) => openRegistry(registryFolder(product.data));

/** Returns the version of each name that is current for everyone. */
export async function currentVersions(product: Product): Promise<Record<string, string>> {
  const { state = {} } = (await registryOf(product).latestRevision()) ?? {};
  return Object.fromEntries(currentSet(state).map(({ name, version }) => [name, version]));
}

/** Makes versions current without the run of the journeys that promoting them usually requires. */
export async function makeCurrent(product: Product, versions: Record<string, string>): Promise<void> {
  const targets = Object.entries(versions).map(([name, version]) => ({ name, version }));
  await promote(registryOf(product), targets, {
    by: 'journey',
    why: 'a journey',
    force: true,
    unblock: true,
  });
}

/** Leaves of a version what garbage collection leaves: its record and a tombstone. */
export async function leaveTombstone(product: Product, name: string, version: string): Promise<void> {
  const folder = registryOf(product).versionFolder(name, version);
  const files = (await readdir(folder)).filter((file) => file !== 'record.json');
  await writeFile(join(folder, 'gone.json'), '{}');
  for (const file of files) await rm(join(folder, file), { recursive: true });
}
