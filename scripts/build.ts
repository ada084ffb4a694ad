import { BuildError, buildPackages, findStale } from './build-packages.ts';
import { BUILT } from './packages.ts';

/**
 * `npm run build` builds everything, `npm run build -- mf-data shell` builds these, and `npm run build --
 * --stale` builds what has changed.
 */
const STALE = '--stale';
const args = process.argv.slice(2);
const names = args.includes(STALE) ? findStale(BUILT) : args.length > 0 ? args : BUILT;
const unknown = args.filter((name) => name !== STALE && !BUILT.includes(name));
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')} to build. The packages are ${BUILT.join(', ')}`);
  process.exitCode = 2;
} else {
  try {
    await buildPackages(names);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
