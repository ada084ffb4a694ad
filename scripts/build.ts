import { BuildError, buildPackages } from './build-packages.ts';
import { BUILT } from './packages.ts';

/** `npm run build`: everything; `npm run build -- mf-data shell`: these. */
const names = process.argv.slice(2);
const unknown = names.filter((name) => !BUILT.includes(name));
if (unknown.length > 0) {
  console.error(`There is no package ${unknown.join(', ')} to build; there are ${BUILT.join(', ')}`);
  process.exitCode = 2;
} else {
  try {
    await buildPackages(names.length > 0 ? names : BUILT);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
