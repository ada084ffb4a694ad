import { AREA_GROUPS, AUDIENCES, type Area, type AreaGroup } from '@headwater/shared/contract';
import type { BuildRecord } from './record.ts';

const SEGMENT = '[a-z0-9]+(?:-[a-z0-9]+)*';

/** Path prefixes that the servers handle, and those that only one group has. */
const RESERVED = ['api', 'csp-reports', 'delivery', 'health', 'metrics', 'r', 'registry', 'superuser', 'w'];

const ADDRESSES: Record<AreaGroup, { pattern: RegExp; example: string }> = {
  public: { pattern: new RegExp(`^(?:/${SEGMENT})+$`), example: '/imprint' },
  standalone: { pattern: new RegExp(`^(?:/${SEGMENT})+$`), example: '/welcome' },
  workspace: {
    pattern: new RegExp(`^/w/:organizationId(?:/${SEGMENT})+$`),
    example: '/w/:organizationId/forecasts',
  },
  superuser: { pattern: new RegExp(`^/superuser(?:/${SEGMENT})*$`), example: '/superuser/licenses' },
};

/** Returns why an area of this group can't be at a path, or undefined if it can. */
export function faultOfAddress(group: AreaGroup, address: string): string | undefined {
  const { pattern, example } = ADDRESSES[group];
  const first = segmentsOf(address)[0] ?? '';
  const isTaken = hasAudience(group) && RESERVED.includes(first);
  if (pattern.test(address) && !isTaken) return undefined;
  const why = isTaken ? `/${first} belongs to the server or to another group. It` : 'It';
  return `"${address}" can't be an address of the group ${group}. ${why} is like ${example}`;
}

/** Returns whether one path is the other one or below it. */
export function isWithin(inner: string, outer: string): boolean {
  const segments = segmentsOf(inner);
  return segmentsOf(outer).every((segment, index) => segments[index] === segment);
}

const segmentsOf = (address: string) => address.split('/').filter((segment) => segment !== '');

/** Returns the area that a path or a route's pattern belongs to. */
export const areaAt = (areas: readonly Area[], path: string): Area | undefined =>
  areas.find(({ paths }) => paths.some((address) => isWithin(path, address)));

/**
 * Returns paths that both have, in pairs. An area is a path and everything below it, so neither may be within
 * the other.
 */
export function overlapOf(some: readonly Area[], others: readonly Area[]): [string, string][] {
  const pathsOf = (areas: readonly Area[]) => areas.flatMap(({ paths }) => paths);
  return pathsOf(some).flatMap((one) =>
    pathsOf(others)
      .filter((other) => isWithin(one, other) || isWithin(other, one))
      .map((other): [string, string] => [one, other]),
  );
}

type Declared = Pick<BuildRecord, 'name' | 'routes'>;

/** Returns what is wrong with the areas of one remote, regardless of other remotes. */
export function faultsOfAreas({ name, routes }: Declared, areas: readonly Area[]): string[] {
  return [
    ...areas.flatMap(faultsOfArea).map((fault) => `${name}: ${fault}`),
    ...areas.flatMap((area, index) =>
      overlapOf([area], areas.slice(index + 1)).map(
        ([one, other]) => `${name}: its areas ${one} and ${other} overlap; name each address once`,
      ),
    ),
    ...routes
      .filter(({ path }) => !areaAt(areas, path))
      .map(
        ({ path }) =>
          `${name}: the route ${path} is in none of its areas; name one for it in headwater.areas`,
      ),
  ];
}

function faultsOfArea(area: Area): string[] {
  const { group, mount, paths } = area;
  if (!AREA_GROUPS.includes(group))
    return [`the group "${group}" of its area ${mount} doesn't exist; there are ${AREA_GROUPS.join(', ')}`];
  const faults = paths.flatMap((address) => {
    const fault = faultOfAddress(group, address);
    if (fault !== undefined) return [fault];
    if (isWithin(address, mount)) return [];
    return [`its area ${address} isn't below ${mount}, where it is mounted`];
  });
  return [...faults, ...faultsOfAudience(area)];
}

function faultsOfAudience({ group, audience, paths }: Area): string[] {
  const which = `its area ${paths.join(', ')} of the group ${group}`;
  const there = `there are ${AUDIENCES.join(', ')}`;
  if (hasAudience(group)) {
    if (audience === undefined) return [`${which} doesn't say who it is for; add "audience", ${there}`];
    return AUDIENCES.includes(audience)
      ? []
      : [`${which} is for "${audience}", which doesn't exist; ${there}`];
  }
  return audience === undefined
    ? []
    : [`${which} names an audience, but that group is for the same people everywhere; remove "audience"`];
}

/** Groups whose layout doesn't determine who may open them. */
const hasAudience = (group: AreaGroup) => group === 'public' || group === 'standalone';
