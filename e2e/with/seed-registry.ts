import { constants, copyFileSync, existsSync, linkSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { NamedVersion, Registry } from 'delivery';

/** The suffix of a file that is being written and will be renamed. */
const DRAFT = '.draft';

/**
 * Creates a registry in `folder` with the history of another one and its files of `versions`. The key is not
 * copied: what is signed for a test must not be valid for the real product.
 */
export function seedRegistry(registry: Registry, folder: string, versions: readonly NamedVersion[]): void {
  linkFolder(join(registry.folder, 'rev'), join(folder, 'rev'));
  linkFile(join(registry.folder, 'HEAD'), join(folder, 'HEAD'));
  for (const { name, version } of versions) {
    const there = registry.versionFolder(name, version);
    // a missing version is reported by the override that requests it
    if (existsSync(there)) linkFolder(there, join(folder, 'r', name, version));
  }
}

/** Copies a registry for a separate product. */
export const copyRegistry = (from: string, to: string): void => linkFolder(from, to);

/**
 * Links files instead of copying them: the registry only adds files or replaces them whole, so both can share
 * them.
 */
function linkFolder(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkFolder(source, target);
    else if (!entry.name.endsWith(DRAFT)) linkFile(source, target);
  }
}

/**
 * Copies the file if it can't be linked: on another disk, or if the system protects links to other users'
 * files.
 */
function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE);
  }
}
