import { cpus, totalmem } from 'node:os';
import { stopLeftovers } from '../e2e/support/children.ts';
import { makeScratch, removeScratch } from '../e2e/support/scratch.ts';
import { stopStores } from '../e2e/support/stores.ts';

/** Every figure that the project claims has its command here; each measures its reference in the same run. */
const benches: Record<string, () => Promise<{ bench(flags: readonly string[]): Promise<void> }>> = {
  start: () => import('./start.ts'),
  'sync-full': () => import('./sync-full.ts'),
};

async function main([name = '', ...flags]: readonly string[]): Promise<number> {
  const load = benches[name];
  if (!load) {
    console.error(`npm run bench -- <name>, with one of: ${Object.keys(benches).join(', ')}`);
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
  } finally {
    stopLeftovers();
    stopStores();
    removeScratch();
  }
}

process.exitCode = await main(process.argv.slice(2));
