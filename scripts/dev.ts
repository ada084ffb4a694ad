import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { explain } from '@headwater/shared/contract';
import { placeOf } from 'delivery';
import { BuildStream } from './dev/build-stream.ts';
import { DevBuild, ENTRY, type BuildReport } from './dev/dev-build.ts';
import { devPage } from './dev/dev-page.ts';
import { createDevServer } from './dev/dev-server.ts';
import { listen } from './dev/listen.ts';
import { readOptions, type DevOptions } from './dev/options.ts';
import { readVersions } from './dev/target.ts';
import { announce, printBuild } from './dev/terminal.ts';
import { ROOT } from './packages.ts';
import { aborted, stopOnSignals } from './product/stop-signals.ts';

/**
 * `npm run dev -- mf-data`: serves the deployed product with some remotes live from their sources, until a
 * signal arrives.
 */
async function dev(stop: AbortSignal): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env.INIT_CWD ?? process.cwd());
  const versions = await readVersions(options.target);
  const { server, builds, close } = startDev(options);
  try {
    const port = await listen(server, options.port);
    await Promise.all(builds.map((build) => build.settled()));
    if (stop.aborted) return;
    announce(port, options, versions);
    await aborted(stop);
    console.log('Stopping…');
  } finally {
    await close();
  }
}

function startDev({ target, remotes }: DevOptions) {
  const stream = new BuildStream();
  const onBuilt = (report: BuildReport) => {
    printBuild(report);
    stream.send(report.state);
  };
  const shell = new DevBuild('shell', path.join(ROOT, 'shell'), onBuilt);
  const ours = remotes.map(({ name, folder }) => ({ folder, build: new DevBuild(name, folder, onBuilt) }));
  const builds = [shell, ...ours.map(({ build }) => build)];
  const rewritePage = async (html: string) => {
    await Promise.all(builds.map((build) => build.settled()));
    return devPage(html, { shell: shell.state.hash, remotes: ours.map(describe) });
  };
  const onReport = (report: string) => console.log(`A page reported a failure: ${report}`);
  const server = createDevServer({ target, rewritePage, builds, stream, onReport });
  const close = () => Promise.all([server.close(), ...builds.map((build) => build.close())]);
  return { server, builds, close };
}

/**
 * Describes a remote as a page names it. Before its first successful build there is no entry, and nothing
 * matches its hash.
 */
function describe({ folder, build }: { folder: string; build: DevBuild }) {
  const { headwater } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
  const { texts = {} } = JSON.parse(String(build.file('assets.json') ?? '{}'));
  const sri = `sha384-${createHash('sha384')
    .update(build.file(ENTRY) ?? '')
    .digest('base64')}`;
  return { name: build.state.name, owner: headwater.owner, sri, ...placeOf(headwater, texts) };
}

const stop = stopOnSignals();
try {
  await dev(stop);
} catch (error) {
  console.error(explain(error));
  process.exitCode = 1;
}
// Handles that a library has left open must not keep a stopped command alive.
process.exit();
