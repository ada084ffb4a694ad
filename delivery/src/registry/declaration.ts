import { owner, type Area, ownValue } from '@headwater/shared/contract';
import { Type, type Static } from '@sinclair/typebox';
import { faultsOfAreas } from './areas.ts';
import { faultsOfMenu, plainText } from './menu.ts';
import { SHELL } from './names.ts';
import { route, type BuildRecord, type RecordedEntry, type Texts } from './record.ts';

const address = Type.String({ pattern: '^/' });

/** Names can be any text here: the faults below explain more about those that don't exist. */
const declaredArea = Type.Object({
  group: Type.String(),
  audience: Type.Optional(Type.String()),
  mount: address,
  /** By default, the area is at its mount. */
  paths: Type.Optional(Type.Array(address, { minItems: 1 })),
});

const declaredEntry = Type.Object({
  place: Type.String(),
  order: Type.Integer(),
  icon: Type.String(),
  path: address,
  /** The key of its text in the remote's own message catalogs. */
  message: Type.String(),
  permission: Type.Optional(Type.String()),
  attention: Type.Optional(Type.Object({ request: Type.String(), events: Type.String() })),
});

/** What a package declares about itself in its package.json. */
export const manifest = Type.Object({
  name: Type.String(),
  version: Type.String(),
  headwater: Type.Object({
    owner,
    routes: Type.Array(route),
    areas: Type.Optional(Type.Array(declaredArea)),
    menu: Type.Optional(Type.Array(declaredEntry)),
    contract: Type.Optional(Type.String()),
  }),
});
export type Headwater = Static<typeof manifest>['headwater'];

/**
 * Returns a remote's areas and menu entries as its record has them. `texts` are those that its build found.
 */
export function placeOf(
  { areas = [], menu = [] }: Headwater,
  texts: Texts,
): { areas: Area[]; menu: RecordedEntry[] } {
  return {
    areas: areas.map(areaOf),
    menu: menu.map(
      (entry) => ({ ...entry, label: labelOf(ownValue(texts, entry.message)) }) as RecordedEntry,
    ),
  };
}

const areaOf = ({ group, audience, mount, paths = [mount] }: Static<typeof declaredArea>) =>
  ({ group, ...(audience !== undefined && { audience }), mount, paths }) as Area;

const labelOf = (texts: Texts[string] = {}) =>
  Object.fromEntries(Object.entries(texts).map(([language, text]) => [language, plainText(text)]));

type Placed = Pick<BuildRecord, 'name' | 'routes' | 'areas' | 'menu'>;

/**
 * Returns why a build's areas and menu entries are invalid, regardless of other remotes. The shell has its
 * own paths, but no area.
 */
export function faultsOfPlace(build: Placed): string[] {
  const { name, areas = [], menu = [] } = build;
  if (name === SHELL)
    return areas.length + menu.length > 0
      ? [`${name}: areas and menu entries are of remotes; the shell mounts and draws what the page says`]
      : [];
  if (areas.length > 0) return [...faultsOfAreas(build, areas), ...faultsOfMenu(build, menu)];
  const example = '{ "group": "workspace", "mount": "/w/:organizationId/forecasts" }';
  return [
    `${name}: its package.json doesn't say where it is mounted; add headwater.areas, for example ${example}`,
  ];
}
