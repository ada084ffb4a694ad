import { createHash, type Hash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Folders and files that don't affect the result of a build. */
const IRRELEVANT = /^(node_modules|dist|testing|jest|coverage|README\.md)$|\.test\.tsx?$/;

/** Returns a function that hashes the inputs of a build. Shared is read once for all builds. */
export function inputHasher(root: string): (name: string) => string {
  const common = createHash('sha256');
  addFolder(common, path.join(root, 'shared'));
  common.update(readFileSync(path.join(root, 'package-lock.json')));
  const commonHash = common.digest('hex');
  return (name) => {
    const hash = createHash('sha256').update(commonHash);
    addFolder(hash, path.join(root, name));
    return hash.digest('hex');
  };
}

function addFolder(hash: Hash, folder: string): void {
  if (!existsSync(folder)) return;
  const entries = readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    if (IRRELEVANT.test(entry.name)) continue;
    const location = path.join(folder, entry.name);
    hash.update(`${entry.name}\n`);
    if (entry.isDirectory()) addFolder(hash, location);
    else hash.update(readFileSync(location));
  }
}
