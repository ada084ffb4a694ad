import { ownValue } from '@headwater/shared/contract';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { faultsAgainstContract, faultsAgainstShell } from './compatibility.ts';
import { compress, type Twins } from './compress.ts';
import { isCode, syncFolder, writeDurably } from './disk.ts';
import { checkShape } from './check-shape.ts';
import { SHELL } from './names.ts';
import type { Build, BuildFile } from './read-build.ts';
import { record, type BuildRecord, type RecordFile } from './record.ts';
import { RegistryFault } from './registry-fault.ts';
import { tombstoneOf, type Registry } from './registry.ts';

export interface PublishOptions {
  by: string;
  /** The shell's version that a remote is to run in. By default, the current one and its canary. */
  shell?: string;
  /** Compresses the files that the current version doesn't have. */
  compress?: typeof compress;
}

/**
 * Puts a build into the registry, where no one gets it before it is promoted. Publishing the same bytes again
 * changes nothing (`created: false`), unless gc has deleted them. Other bytes for an existing version are
 * refused, and so is a remote that needs something the shell doesn't provide. Whether it fits beside other
 * remotes depends on what it is promoted with.
 */
export async function publish(
  registry: Registry,
  build: Build,
  options: PublishOptions,
): Promise<{ record: BuildRecord; created: boolean }> {
  const existing = await registry.findRecord(build.name, build.version);
  const same = existing && sameBytes(existing, build);
  if (same && !(await registry.isGone(build.name, build.version))) return { record: same, created: false };
  await checkFits(registry, build, options);

  const staging = path.join(registry.folder, 'staging', randomUUID());
  try {
    const files = await writeFiles(
      staging,
      build,
      await twinsOfCurrent(registry, build.name, options.compress ?? compress),
    );
    const written = checkShape(
      record,
      describe(build, files, options.by),
      `record of ${build.name}`,
      'bad_build',
    );
    await writeDurably(path.join(staging, 'record.json'), JSON.stringify(written));
    return await moveIntoPlace(registry, staging, build, written);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function checkFits(registry: Registry, build: Build, { shell }: PublishOptions): Promise<void> {
  const faults = faultsAgainstContract(build);
  if (build.name !== SHELL)
    for (const version of shell === undefined ? await liveShells(registry) : [shell])
      faults.push(...faultsAgainstShell(build, await registry.getRecord(SHELL, version)));
  if (faults.length > 0) throw new RegistryFault('incompatible', faults);
}

/** Returns the versions of the shell that visitors can get: the current one and a canary. */
async function liveShells(registry: Registry): Promise<string[]> {
  const { current, canary } = ownValue((await registry.latestRevision())?.state, SHELL) ?? {};
  return [current, canary?.version].filter((version) => version !== undefined);
}

/**
 * Reuses compressed files of the current version: compressing at the highest level is slow, and most files
 * don't change.
 */
async function twinsOfCurrent(
  registry: Registry,
  name: string,
  compressNew: typeof compress,
): Promise<(file: BuildFile) => Promise<Twins>> {
  const version = ownValue((await registry.latestRevision())?.state, name)?.current;
  const current = version === undefined ? undefined : await registry.findRecord(name, version);
  const known = new Map(current?.files.map((file) => [`${file.path} ${file.sha384}`, file]));
  return async (file) => {
    const same = known.get(`${file.path} ${file.sha384}`);
    if (!same || !current) return compressNew(file.path, file.content);
    const stored = path.join(registry.versionFolder(name, current.version), file.path);
    const [br, gz] = await Promise.all([
      same.br === null ? null : readFile(`${stored}.br`),
      same.gz === null ? null : readFile(`${stored}.gz`),
    ]);
    return { br, gz };
  };
}

async function writeFiles(
  folder: string,
  build: Build,
  twins: (file: BuildFile) => Promise<Twins>,
): Promise<RecordFile[]> {
  await mkdir(folder, { recursive: true });
  return Promise.all(
    build.files.map(async (file) => {
      const { br, gz } = await twins(file);
      const target = path.join(folder, file.path);
      await mkdir(path.dirname(target), { recursive: true });
      await writeDurably(target, file.content);
      if (br) await writeDurably(`${target}.br`, br);
      if (gz) await writeDurably(`${target}.gz`, gz);
      const { path: name, sha384, content } = file;
      return { path: name, bytes: content.length, sha384, br: br?.length ?? null, gz: gz?.length ?? null };
    }),
  );
}

function describe(build: Build, files: RecordFile[], by: string): BuildRecord {
  return { ...build, files, publishedBy: by, receivedAt: new Date().toISOString() };
}

/**
 * Makes the version exist, whole, by one rename. If two processes publish it at once, the second finds it in
 * place.
 */
async function moveIntoPlace(registry: Registry, staging: string, build: Build, written: BuildRecord) {
  const target = registry.versionFolder(build.name, build.version);
  await mkdir(path.dirname(target), { recursive: true });
  for (;;) {
    try {
      await rename(staging, target);
      await rm(tombstoneOf(target), { recursive: true, force: true });
      await syncFolder(path.dirname(target));
      return { record: written, created: true };
    } catch (error) {
      if (!isCode(error, 'ENOTEMPTY') && !isCode(error, 'EEXIST')) throw error;
    }
    const existing = await registry.findRecord(build.name, build.version);
    if (existing && !(await registry.isGone(build.name, build.version)))
      return { record: sameBytes(existing, build), created: false };
    await setAside(registry, target);
  }
}

/**
 * Removes a folder that a truncated copy left without a record, or a version that gc has emptied. It is never
 * served from.
 */
async function setAside(registry: Registry, folder: string): Promise<void> {
  const aside = path.join(registry.folder, 'staging', randomUUID());
  await rename(folder, aside);
  await rm(aside, { recursive: true, force: true });
}

function sameBytes(existing: BuildRecord, build: Build): BuildRecord {
  const hashes = (files: readonly { path: string; sha384: string }[]) =>
    files.map((file) => `${file.path} ${file.sha384}`).sort();
  const before = new Set(hashes(existing.files));
  const differing = hashes(build.files).filter((file) => !before.has(file));
  if (differing.length > 0 || before.size !== build.files.length) {
    throw new RegistryFault('other_bytes', [
      `${build.name}@${build.version} is published with other bytes; a version never changes`,
    ]);
  }
  return existing;
}
