/**
 * Checks whether node_modules contains what package-lock.json says. Has no dependencies, like the bootstrap,
 * which uses it.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** @param {string} root @returns {string} */
export function lockHash(root) {
  return createHash('sha256')
    .update(readFileSync(path.join(root, 'package-lock.json')))
    .digest('hex');
}

/**
 * Returns whether the lockfile is installed. Our own mark says which lockfile was. If it doesn't match, someone may have
 * installed manually, and then npm's record of the installation must agree with the lockfile.
 * @param {string} root @returns {boolean}
 */
export function isInstalled(root) {
  const mark = path.join(root, 'node_modules', '.headwater-lock');
  if (existsSync(mark) && readFileSync(mark, 'utf8') === lockHash(root)) return true;
  const record = path.join(root, 'node_modules', '.package-lock.json');
  if (!existsSync(record)) return false;
  const agrees = agree(readJson(path.join(root, 'package-lock.json')), readJson(record));
  if (agrees) writeFileSync(mark, lockHash(root));
  return agrees;
}

/**
 * Packages for other platforms are only in the lockfile. All others must be installed in the same version.
 */
function agree(lock, installed) {
  return Object.entries(lock.packages).every(([location, { version, optional, link, devOptional }]) => {
    if (location === '' || !location.startsWith('node_modules/')) return true;
    const found = installed.packages?.[location];
    if (link) return found !== undefined;
    return found ? found.version === version : optional === true || devOptional === true;
  });
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'));
