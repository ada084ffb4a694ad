import type { RemoteRecord } from '../page.ts';
import { RemoteLoadError, type LoadFailureKind } from './load-failure.ts';

/** What a remote's entry leaves on the window; Module Federation knows how to speak to it. */
export type Container = object;

const TIMEOUT_MS = 8_000;
const RETRY_AFTER_MS = { least: 300, most: 800 };

/**
 * Settles when the page's own deferred scripts have run: this file is part of one, and the entry of the route's
 * remote is the next. Begins when this module does, which is before that.
 */
const deferredScriptsRan = new Promise<undefined>((resolve) => {
  const done = () => resolve(undefined);
  if (document.readyState === 'complete') return done();
  document.addEventListener('DOMContentLoaded', done);
  window.addEventListener('load', done);
});

/**
 * Runs a remote's entry, unless the page has done it, and answers its container. One more try for faults of the
 * network, at another address, as the cache may hold a broken copy. Every script tag carries the entry's hash.
 */
export async function loadContainer(name: string, record: RemoteRecord): Promise<Container> {
  // what the page has been waiting for that long would only be waited for again under the same address
  const hanging = await Promise.race([deferredScriptsRan, after(TIMEOUT_MS).then(() => 'timeout' as const)]);
  const ran = containerOf(name);
  if (ran) return ran;
  const fault = (hanging ?? (await runScript(record.entry, record.sri))) && (await tryAgain(record));
  const container = containerOf(name);
  if (container) return container;
  const kind: LoadFailureKind = fault ?? 'evaluation';
  throw new RemoteLoadError({ remote: name, version: record.version, kind, address: record.entry });
}

/** The build names the global after the remote. */
const containerOf = (name: string) =>
  (window as unknown as Record<string, Container | undefined>)[name.replaceAll('-', '_')];

async function tryAgain({ entry, sri }: RemoteRecord) {
  const { least, most } = RETRY_AFTER_MS;
  // at random, so that browsers which failed together don't come back together
  await after(least + Math.random() * (most - least));
  return runScript(`${entry}?r=1`, sri);
}

type ScriptFault = 'network' | 'timeout';

/** Undefined where the script ran. */
function runScript(address: string, integrity: string): Promise<ScriptFault | undefined> {
  return new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity });
    const end = (fault?: ScriptFault) => {
      clearTimeout(timer);
      script.remove();
      resolve(fault);
    };
    const timer = setTimeout(() => end('timeout'), TIMEOUT_MS);
    script.addEventListener('load', () => end());
    script.addEventListener('error', () => end('network'));
    script.src = address;
    document.head.append(script);
  });
}

const after = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
