import { AREA_GROUPS, AUDIENCES, type Area as DeclaredArea } from '@headwater/shared/contract';
import { matchPath } from '@headwater/shared/routing';
import { declared } from './declared.ts';

export interface Area extends DeclaredArea {
  /** Of the route that its pages are mounted in. */
  id: string;
  remote: string;
}

let known: readonly Area[] | undefined;

/** Prefix → layout → remote: which remote answers for which addresses, and within which frame. The page says it. */
export function areas(): readonly Area[] {
  return (known ??= declared().flatMap(({ remote, areas }) =>
    areas
      // a remote may be newer than this shell, which then has no frame for it, or doesn't know who it is for
      .filter(({ group }) => AREA_GROUPS.includes(group))
      .filter(({ audience }) => audience === undefined || AUDIENCES.includes(audience))
      .map((area, index) => ({ ...area, id: `${remote}/${index}`, remote })),
  ));
}

/** The area that an address belongs to; undefined for addresses of the shell and for those that don't exist. */
export function areaOf(pathname: string): Area | undefined {
  return areas().find(({ paths }) => paths.some((path) => matchPath({ path, end: false }, pathname)));
}
