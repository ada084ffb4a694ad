import { ownValue } from '@headwater/shared/contract';
import type { PageRemote } from '@headwater/shared/contract';
import { getInstance } from '@module-federation/enhanced/runtime';
import type { RouteObject } from '@headwater/shared/routing';
import { readPage } from '../page.ts';
import { isShareFault } from './failed-shares.ts';
import { loadContainer, type Container } from './load-container.ts';
import { loadFailureOf, RemoteLoadError, type LoadFailureKind } from './load-failure.ts';
import { loadIntegrity } from './load-integrity.ts';
import { tryTwice } from './try-twice.ts';

/** Runs the one exposed module that every remote has. */
type RunExposed = () => { routes?: RouteObject[] } | Promise<{ routes?: RouteObject[] }>;

export type LoadRemote = (name: string) => Promise<RouteObject[]>;

/**
 * Creates a loader of remotes' routes. Each remote is fetched once, in the version that the page names. A
 * failure is not kept: the next call starts over.
 */
export function createRemoteLoader(): LoadRemote {
  const loads = new Map<string, Promise<RouteObject[]>>();
  return (name) => {
    let load = loads.get(name);
    if (!load) {
      load = loadRoutes(name);
      load.catch(() => loads.delete(name));
      loads.set(name, load);
    }
    return load;
  };
}

async function loadRoutes(name: string): Promise<RouteObject[]> {
  const record = ownValue(readPage().remotes, name);
  if (!record) {
    const address = 'the page names no version';
    throw new RemoteLoadError({ remote: name, version: 'none', kind: 'missing', address });
  }
  const [container] = await Promise.all([loadContainer(name, record), loadIntegrity(name, record)]);
  return tryTwice(name, () => exposedBy(container, name, record));
}

/**
 * Follows the protocol of Module Federation's containers: passes the shell's shared modules, then runs
 * `./routes`. It is implemented here because the runtime's own handling of remotes, which is not in our
 * build, would keep failures.
 */
async function exposedBy(container: Container, name: string, record: PageRemote): Promise<RouteObject[]> {
  const fail = (kind: LoadFailureKind, cause?: unknown) => {
    throw new RemoteLoadError({ remote: name, version: record.version, kind, address: record.entry }, cause);
  };
  const host = getInstance();
  if (!host) throw new Error("The shell's federation runtime has not started.");
  const init = async () => container.init(host.shareScopeMap.default);
  await init().catch((cause) => fail('share', cause));
  const run = (await container.get('./routes').catch((cause) => {
    if (loadFailureOf(cause)) throw cause; // the remote has the module but could not load its chunk
    fail(isShareFault(cause) ? 'share' : 'expose', cause);
  })) as RunExposed;
  const { routes } = await run();
  return Array.isArray(routes) ? routes : fail('expose');
}
