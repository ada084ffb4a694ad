import { explain, siteOf } from '@headwater/shared/contract';
import { cannotListen, checkPort, explainFullDisk, LogFile, readConfig, type Config } from 'api';
import { RegistryFault, registryFolder } from 'delivery';
import { BuildError, buildPackages, findStale } from '../build-packages.ts';
import { BUILT } from '../packages.ts';
import { release } from './release.ts';
import { composeServer } from './server.ts';
import { aborted, stopOnSignals } from './stop-signals.ts';

/** A graceful stop that takes longer than this is ended. Requests in flight have 10 s of it. */
const STOP_WITHIN_MS = 20_000;

/**
 * `npm start`: builds what is stale, makes it current, and serves everything on one port until a signal
 * arrives.
 */
async function start(stop: AbortSignal): Promise<void> {
  const config = readConfig();
  await checkPort(config);
  await buildPackages(findStale(BUILT), stop);
  if (stop.aborted) return;

  const log = new LogFile(config.dataDirectory);
  await serve(config, log, stop).catch(async (error: unknown) => {
    throw await explainFullDisk(error, config.dataDirectory);
  });
}

async function serve(config: Config, log: LogFile, stop: AbortSignal): Promise<void> {
  const { server, close } = await composeServer(config, log);
  try {
    const { blocked, left, unfit, obstacles, ended } = await release(registryFolder(config.dataDirectory));
    if (blocked.length > 0)
      console.log(`Not made current, because it was rolled back: ${blocked.join(', ')}`);
    if (unfit.length > 0)
      console.log(
        `Not made current, because it doesn't fit what is live: ${unfit.join(', ')}\n  ${obstacles.join('\n  ')}`,
      );
    if (ended.length > 0)
      console.log(`Canaries ended, because they can't run with this version: ${ended.join(', ')}`);
    if (left.length > 0)
      console.log(
        `Not made current, because the record of earlier starts can't be read: ${left.join(', ')}. Promote it if you want to use it.`,
      );
    if (stop.aborted) return;
    const address = await server.listen({ host: config.host, port: config.port }).catch((error) => {
      throw cannotListen(error, config);
    });
    announce(config, address, log);
    await aborted(stop);
    console.log('Stopping…');
  } finally {
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    await close();
  }
}

/**
 * Prints localhost as the URL to open, because over plain HTTP, browsers keep the session's cookie only
 * there.
 */
function announce(config: Config, address: string, log: LogFile): void {
  const origin = siteOf({ ...config, port: Number(new URL(address).port || 80) });
  console.log(`Headwater is ready: ${origin}`);
  if (config.demo === 'open') console.log(`  Try it without signing up: ${origin}/demo-login`);
  console.log(`  Data: ${config.dataDirectory}, log: ${log.path}`);
  console.log('  Press Ctrl-C to stop.');
}

const stop = stopOnSignals();
try {
  await start(stop);
} catch (error) {
  if (!stop.aborted) {
    const isPlain = error instanceof BuildError || error instanceof RegistryFault;
    console.error(isPlain ? error.message : explain(error));
    process.exitCode = 1;
  }
}
// Handles that a library has left open must not keep a stopped product alive.
process.exit();
