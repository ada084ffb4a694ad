import type { RouteObject } from 'react-router-dom';

interface Area {
  mount: string;
  paths?: readonly string[];
}

/** The field `headwater` of a remote's package.json. */
interface Declaration {
  areas: readonly Area[];
  routes: readonly { path: string }[];
}

/**
 * Returns readable differences between a remote's `routes.tsx`, which browsers run, and its package.json, which delivery
 * reads. Empty if each declared route is served and each served route is declared.
 */
export function faultsOfRoutes(headwater: Declaration, routes: readonly RouteObject[]): string[] {
  const declared = headwater.routes.map(({ path }) => path);
  const pages = pagesOf(routes);
  const served = headwater.areas.flatMap((area) =>
    pages.map((page) => join(area.mount, page)).filter((path) => isIn(area, path)),
  );
  const lost = pages.filter((page) => !headwater.areas.some((area) => isIn(area, join(area.mount, page))));
  return [
    ...declared
      .filter((path) => !served.includes(path))
      .map((path) => `package.json declares the route ${path}, which routes.tsx doesn't serve`),
    ...served
      .filter((path) => !declared.includes(path))
      .map((path) => `routes.tsx serves ${path}, which headwater.routes of package.json doesn't declare`),
    ...lost.map((page) => `routes.tsx has "${page}", which is in none of the areas of package.json`),
  ];
}

/** Returns the paths of the pages and redirects, relative to the mount. */
function pagesOf(routes: readonly RouteObject[], parent = ''): string[] {
  return routes.flatMap(({ path = '', children }) => {
    const own = join(parent, path);
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
