import { matchPath } from '@headwater/shared/routing';

/** A part of the product that one remote owns, within one frame. A remote with pages in two frames has two. */
export interface Area {
  /** Of the route that its pages are mounted in. */
  id: string;
  remote: string;
  group: 'public' | 'standalone' | 'workspace' | 'superuser';
  /** What the paths in the remote's `./routes` are relative to. */
  mount: string;
  /** The addresses that lead into it, and all below them. */
  paths: readonly string[];
}

const area = (remote: string, group: Area['group'], mount: string, paths = [mount]): Area => ({
  id: `${remote}/${group}`,
  remote,
  group,
  mount,
  paths,
});

const PUBLIC = ['/login', '/oauth-redirects', '/request-password-reset', '/reset-password', '/signup'];

/** Prefix → layout → remote: which remote answers for which addresses, and within which frame. */
export const AREAS: readonly Area[] = [
  area('mf-auth', 'public', '/', PUBLIC),
  area('mf-auth', 'standalone', '/', ['/confirm-email', '/demo-login']),
  area('mf-workspace', 'standalone', '/', ['/create-workspace']),
  area('mf-sources', 'workspace', '/w/:organizationId/source-connections'),
  area('mf-data', 'workspace', '/w/:organizationId/data'),
  area('mf-superuser', 'superuser', '/superuser'),
];

/** The area that an address belongs to; undefined for addresses of the shell and for those that don't exist. */
export function areaOf(pathname: string): Area | undefined {
  return AREAS.find(({ paths }) => paths.some((path) => matchPath({ path, end: false }, pathname)));
}
