import { getInstance, init } from '@module-federation/enhanced/runtime';
import type { RouteObject } from '@headwater/shared/routing';

const globals = window as unknown as Record<string, unknown>;
const globalOf = (name: string) => name.replaceAll('-', '_');

/** Starts Federation's own runtime, which in a build starts before the shell does. */
export function startFederation() {
  if (!getInstance()) init({ name: 'shell', remotes: [] });
}

/** Defines a remote with these routes as if the page had run its entry. */
export function runEntry(name: string, routes: RouteObject[]) {
  globals[globalOf(name)] = { init: () => {}, get: async () => () => ({ routes }) };
}

/** Defines an entry whose exposed module fails until it is run again with routes. */
export function runFailingEntry(name: string, error: Error) {
  globals[globalOf(name)] = { init: () => {}, get: () => Promise.reject(error) };
}

export function forgetEntries() {
  for (const name of Object.keys(globals).filter((name) => name.startsWith('mf_'))) delete globals[name];
}
