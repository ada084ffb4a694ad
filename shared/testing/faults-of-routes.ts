import type { RouteObject } from 'react-router-dom';

interface Area {
  mount: string;
  paths?: readonly string[];
}

/** The field `headwater` of a remote's package.json. */
interface Declaration {
  areas: readonly Area[];
  routes: readonly { path: string; chunks: readonly string[] }[];
}

/** A page or a redirect: its path, and what it and its layouts load. */
interface Page {
  path: string;
  lazies: Exclude<RouteObject['lazy'], undefined>[];
}

declare global {
  /** The names of the chunks that were imported; `shared/jest` keeps them. */
  var loadedChunks: Set<string>;
}

/**
 * Returns readable differences between a remote's `routes.tsx`, which browsers run, and its package.json, which delivery
 * reads. Empty if each declared route is served, with the declared chunks, and each served route is declared. Loads all
 * pages.
 */
export async function faultsOfRoutes(
  headwater: Declaration,
  routes: readonly RouteObject[],
): Promise<string[]> {
  const { areas, routes: declared } = headwater;
  const pages = pagesOf(routes);
  const served = areas.flatMap((area) =>
    pages
      .map((page) => ({ ...page, path: join(area.mount, page.path) }))
      .filter(({ path }) => isIn(area, path)),
  );
  const lost = pages.filter(({ path }) => !areas.some((area) => isIn(area, join(area.mount, path))));
  return [
    ...without(declared, served).map(
      ({ path }) => `package.json declares the route ${path}, which routes.tsx doesn't serve`,
    ),
    ...without(served, declared).map(
      ({ path }) => `routes.tsx serves ${path}, which headwater.routes of package.json doesn't declare`,
    ),
    ...lost.map(({ path }) => `routes.tsx has "${path}", which is in none of the areas of package.json`),
    ...(await faultsOfChunks(declared, served)),
  ];
}

const without = <One extends { path: string }>(some: readonly One[], others: readonly { path: string }[]) =>
  some.filter(({ path }) => !others.some((other) => other.path === path));

async function faultsOfChunks(routes: Declaration['routes'], pages: readonly Page[]): Promise<string[]> {
  const faults: string[] = [];
  for (const { path, lazies } of pages) {
    const declared = routes.find((route) => route.path === path);
    const loaded: string[] = [];
    for (const lazy of lazies) loaded.push(await chunkOf(lazy));
    if (declared && listed(declared.chunks) !== listed(loaded))
      faults.push(
        `${path} loads the chunks ${listed(loaded)}, but package.json declares ${listed(declared.chunks)}`,
      );
  }
  return faults;
}

/** Loads a page or a layout. Texts are loaded with it, but records name none: delivery adds those of the language. */
async function chunkOf(lazy: Page['lazies'][number]): Promise<string> {
  globalThis.loadedChunks.clear();
  if (typeof lazy === 'function') await lazy();
  const chunks = [...globalThis.loadedChunks].filter((name) => !/messages-[a-z]{2}$/.test(name));
  return chunks.join(', ') || '(no webpackChunkName)';
}

const listed = (chunks: readonly string[]) => chunks.join(', ') || 'none';

/** Returns the pages with their paths relative to the mount. */
function pagesOf(routes: readonly RouteObject[], parent: Page = { path: '', lazies: [] }): Page[] {
  return routes.flatMap(({ path = '', lazy, children }) => {
    const own = { path: join(parent.path, path), lazies: [...parent.lazies, ...(lazy ? [lazy] : [])] };
    return children ? pagesOf(children, own) : [own];
  });
}

/** An area consists of its paths and everything below them. */
const isIn = ({ mount, paths = [mount] }: Area, path: string) =>
  paths.some((base) => path === base || path.startsWith(`${base}/`));

const join = (...parts: string[]) => {
  const segments = parts.flatMap((part) => part.split('/')).filter((segment) => segment !== '');
  return `/${segments.join('/')}`;
};
