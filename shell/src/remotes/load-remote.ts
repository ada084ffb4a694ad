import { getInstance } from '@module-federation/enhanced/runtime';
import type { RouteObject } from '@headwater/shared/routing';
import { readPage, type RemoteRecord } from '../page.ts';
import { loadContainer, type Container } from './load-container.ts';
import { RemoteLoadError, type LoadFailureKind } from './load-failure.ts';

/** The one exposed module of every remote. */
interface Routes {
  routes: RouteObject[];
}

export type LoadRemote = (name: string) => Promise<RouteObject[]>;

/**
 * A loader of remotes' routes: each is fetched once, in the version that the page names. A failure is not kept: the
 * next call tries again from the start.
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
  const record = readPage().remotes[name];
  if (!record) {
    throw new RemoteLoadError({
      remote: name,
      version: 'none',
      kind: 'missing',
      address: 'the page names no version',
    });
  }
  const container = await loadContainer(name, record);
  const { routes } = await exposedBy(container, name, record);
  return routes;
}

/** Module Federation's part: the container gets the shell's shared modules, then its `./routes` is run. */
async function exposedBy(container: Container, name: string, record: RemoteRecord): Promise<Routes> {
  const fail = (kind: LoadFailureKind) => (cause: unknown) => {
    throw new RemoteLoadError({ remote: name, version: record.version, kind, address: record.entry }, cause);
  };
  const id = name.replaceAll('-', '_');
  const host = getInstance();
  if (!host) throw new Error("The shell's federation runtime has not started.");
  // a new module each time: the runtime's own caches keep failures
  const remote = host.initRawContainer(id, record.entry, container as never);
  await remote.init(id).catch(fail('share'));
  return (await remote.get(`${id}/routes`, './routes').catch(fail('expose'))) as Routes;
}
