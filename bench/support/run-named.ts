import { cpus, totalmem } from 'node:os';
import { stopLeftovers } from '../../e2e/support/children.ts';
import { makeScratch, removeScratch } from '../../e2e/support/scratch.ts';
import { stopStores } from '../../e2e/support/stores.ts';

interface Named {
  bench(flags: readonly string[]): Promise<void>;
}

/**
 * Prints a description of the machine, runs the benchmark that the command line names, and cleans up after
 * it.
 */
export async function runNamed(
  command: string,
  all: Readonly<Record<string, () => Promise<Named>>>,
  [name = '', ...flags]: readonly string[],
): Promise<number> {
  const load = all[name];
  if (!load) {
    console.error(`npm run ${command} -- <name>, with one of: ${Object.keys(all).join(', ')}`);
    return 2;
  }
  const memory = Math.round(totalmem() / 1024 ** 3);
  console.log(
    `${name}: ${cpus().length} cores (${cpus()[0]?.model ?? 'unknown'}), ${memory} GB, Node ${process.version}`,
  );
  makeScratch();
  try {
    await (await load()).bench(flags);
    return 0;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    stopLeftovers();
    stopStores();
    removeScratch();
  }
}
