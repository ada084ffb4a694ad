import { Type, type Static } from '@sinclair/typebox';
import { MENU_PLACES, type MENU_ICONS } from './words.ts';

const text = Type.String({ minLength: 1 });

/**
 * What leads to an area from the menu around it. Delivery refuses to publish a name that doesn't exist; but a shell is
 * older or newer than some remotes, so names are text here, and each shell sees to those that it doesn't know.
 */
export const menuEntry = Type.Object({
  place: Type.Union(MENU_PLACES.map((place) => Type.Literal(place))),
  /** Entries stand in this order, whatever remote they are of. */
  order: Type.Integer(),
  /** A MenuIcon. */
  icon: text,
  /** Of the remote's own routes, with `:organizationId` as its only parameter. */
  path: Type.String({ pattern: '^/' }),
  /** What is drawn, by language: before the remote is loaded, and in whatever language the tab is switched to. */
  label: Type.Record(Type.String(), text),
  /** Whose role lacks it doesn't see the entry. None in the superuser's menu, which nobody else sees. */
  permission: Type.Optional(text),
});

export type MenuEntry = Static<typeof menuEntry>;
export type MenuPlace = MenuEntry['place'];
export type MenuIcon = (typeof MENU_ICONS)[number];
