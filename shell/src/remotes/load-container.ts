import { ownValue } from '@headwater/shared/contract';
import type { PageRemote } from '@headwater/shared/contract';
import { RemoteLoadError, type LoadFailureKind } from './load-failure.ts';
import { after, tryTwice } from './try-twice.ts';

/** What a remote's entry defines on the window, following the protocol of Module Federation. */
export interface Container {
  init(shareScope: unknown): unknown;
  get(module: string): Promise<unknown>;
}

const TIMEOUT_MS = 8_000;

/**
 * Settles when the page's own deferred scripts have run: this file is part of one of them, and the entry of
 * the route's remote is the next. The promise is created when this module runs, which is before that.
 */
const deferredScriptsRan = new Promise<'ran'>((resolve) => {
  const done = () => resolve('ran');
  if (document.readyState === 'complete') return done();
  document.addEventListener('DOMContentLoaded', done);
  window.addEventListener('load', done);
});

/** Waits only once: a remote whose script isn't in the page is not affected by one that hangs there. */
const pageScripts = Promise.race([deferredScriptsRan, after(TIMEOUT_MS).then(() => 'hang' as const)]);

/** Runs a remote's entry, unless the page has already run it, and returns its container. */
export async function loadContainer(name: string, record: PageRemote): Promise<Container> {
  const hangs = (await pageScripts) === 'hang' && isInPage(record.entry);
  return tryTwice(name, async (query) => {
    const fail = (kind: LoadFailureKind, address: string, cause?: unknown) =>
      new RemoteLoadError({ remote: name, version: record.version, kind, address }, cause);
    const ran = containerOf(name);
    if (ran) return ran;
    // requesting the same URL again would only wait again for what the page has been waiting for that long
    if (hangs && !query) throw fail('timeout', record.entry);
    const address = record.entry + query;
    const { fault, thrown } = await runScript(address, record.sri);
    const container = containerOf(name);
    if (container) return container;
    throw fail(fault ?? (thrown ? 'evaluation' : 'missing'), address, thrown);
  });
}

const isInPage = (entry: string) => document.querySelector(`script[src="${entry}"]`) !== null;

/** The build names the global after the remote. */
const containerOf = (name: string) =>
  ownValue(window as unknown as Record<string, Container | undefined>, name.replaceAll('-', '_'));

interface Run {
  /** Undefined if the script ran. */
  fault?: 'network' | 'timeout';
  thrown?: unknown;
}

/** Runs a script whose tag has the entry's hash. */
function runScript(address: string, integrity: string): Promise<Run> {
  return new Promise((resolve) => {
    const script = Object.assign(document.createElement('script'), { crossOrigin: 'anonymous', integrity });
    let thrown: unknown;
    const onError = ({ filename, error }: ErrorEvent) => {
      if (filename === script.src) thrown = error ?? filename;
    };
    const end = (fault?: Run['fault']) => {
      clearTimeout(timer);
      window.removeEventListener('error', onError);
      script.remove();
      resolve({ fault, thrown });
    };
    const timer = setTimeout(() => end('timeout'), TIMEOUT_MS);
    window.addEventListener('error', onError);
    script.addEventListener('load', () => end());
    script.addEventListener('error', () => end('network'));
    script.src = address;
    document.head.append(script);
  });
}
