import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedVersion, Registry } from 'delivery';

/** A file that somebody is writing, and that will be renamed. */
const DRAFT = '.draft';

/**
 * Makes a registry in `folder` with the history of another and those of its files that `versions` name. The key
 * stays where it is: what is signed for a test must not open the real product.
 */
export function seedRegistry(registry: Registry, folder: string, versions: readonly NamedVersion[]): void {
  linkFolder(join(registry.folder, 'rev'), join(folder, 'rev'));
  linkFile(join(registry.folder, 'HEAD'), join(folder, 'HEAD'));
  for (const { name, version } of versions) {
    const there = registry.versionFolder(name, version);
    // one that is not there is named by whoever asks for it
    if (existsSync(there)) linkFolder(there, join(folder, 'r', name, version));
  }
}

/** Another one like it, for a product of its own. */
export const copyRegistry = (from: string, to: string): void => linkFolder(from, to);

/** The registry only ever adds files and replaces them whole, so both may have the same ones. */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (!entry.name.endsWith(DRAFT)) linkFile(source, target);
  }
}

/** Not on another disk, nor where the system guards links to files of others. */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}
