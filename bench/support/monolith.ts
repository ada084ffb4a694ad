import { mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  areaAt,
  cachingCompressor,
  openRegistry,
  placeOf,
  promote,
  publish,
  readBuild,
  registryFolder,
} from 'delivery';
import type { Build, Headwater } from 'delivery';
import { startProduct, type Product } from '../../e2e/support/product.ts';
import { repository } from '../../e2e/support/repository.ts';
import { newFolder } from '../../e2e/support/scratch.ts';
import { buildPackages, findStale } from '../../scripts/build-packages.ts';
import { BUILT, REMOTES } from '../../scripts/packages.ts';

/**
 * The composition as `npm start` serves it, and the monolith in a separate product, both built from the same
 * sources.
 */
export interface Pages {
  federated: Product;
  monolith: Product;
}

export async function startPages(): Promise<Pages> {
  await buildPackages([...findStale(BUILT), 'bench/monolith']);
  const monolith = await startProduct();
  await serveOnly(await readMonolith(), registryFolder(monolith.data));
  return { federated: await startProduct(), monolith };
}

/** Replaces the registry. Called before the first page is requested, so that delivery has not read it yet. */
async function serveOnly(build: Build, folder: string): Promise<void> {
  await rm(folder, { recursive: true });
  const registry = openRegistry(folder);
  const compress = cachingCompressor(join(repository, '.cache/compressed'));
  await publish(registry, build, { by: 'bench', compress });
  await promote(registry, [build], { by: 'bench' });
}

/** Reads the monolith as a shell without remotes, so that delivery renders its pages like all others. */
async function readMonolith(): Promise<Build> {
  const folder = newFolder('monolith');
  const shell = await manifestOf('shell');
  const routes = [...shell.headwater.routes, ...(await Promise.all(REMOTES.map(routesOf))).flat()];
  await mkdir(folder, { recursive: true });
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...shell, headwater: { ...shell.headwater, routes } }),
  );
  await symlink(join(repository, 'bench/monolith/dist'), join(folder, 'dist'));
  return readBuild(folder);
}

/**
 * Returns a remote's routes with the names that its chunks have in the monolith, and texts in the browser's
 * language, English.
 */
async function routesOf(remote: string) {
  const { headwater } = await manifestOf(remote);
  const { areas } = placeOf(headwater, {});
  return headwater.routes.map((route) => ({
    ...route,
    chunks: [
      `${areaAt(areas, route.path)?.group}-layout`,
      remote,
      ...['messages-en', ...route.chunks].map((chunk) => `${remote}-${chunk}`),
    ],
  }));
}

async function manifestOf(name: string): Promise<Pick<Build, 'name' | 'version'> & { headwater: Headwater }> {
  return JSON.parse(await readFile(join(repository, name, 'package.json'), 'utf8'));
}
