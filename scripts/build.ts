import { BuildError, buildPackages, findStale } from './build-packages.ts';
import { BUILT } from './packages.ts';

/** `npm run build`: everything; `npm run build -- mf-data shell`: these; `npm run build -- --stale`: what has changed since. */
const STALE = '--stale';
const words = process.argv.slice(2);
const names = words.includes(STALE) ? findStale(BUILT) : words.length > 0 ? words : BUILT;
const unknown = words.filter((name) => name !== STALE && !BUILT.includes(name));
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')} to build; there are ${BUILT.join(', ')}`);
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
