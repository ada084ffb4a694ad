import { AREA_GROUPS, AUDIENCES, type Area as DeclaredArea } from '@headwater/shared/contract';
import { matchPath } from '@headwater/shared/routing';
import { declared } from './declared.ts';

export interface Area extends DeclaredArea {
  /** The ID of the route that its pages are mounted in. */
  id: string;
  remote: string;
}

let known: readonly Area[] | undefined;

/** Returns the page's areas: which remote is responsible for which paths, and in which layout. */
export function areas(): readonly Area[] {
  return (known ??= declared().flatMap(({ remote, areas }) =>
    areas
      // a remote may be newer than this shell, which then doesn't have its layout or doesn't know who it is
      // for
      .filter(({ group }) => AREA_GROUPS.includes(group))
      .filter(({ audience }) => audience === undefined || AUDIENCES.includes(audience))
      .map((area, index) => ({ ...area, id: `${remote}/${index}`, remote })),
  ));
}

/**
 * Returns the area that a path belongs to, or undefined for paths of the shell and paths that don't exist.
 */
export function areaOf(pathname: string): Area | undefined {
  return areas().find(({ paths }) => paths.some((path) => matchPath({ path, end: false }, pathname)));
}
