import { Type, type Static } from '@sinclair/typebox';
import { document, object, resource } from './json-api.ts';
import { MENU_PLACES, type MENU_ICONS } from './words.ts';

const text = Type.String({ minLength: 1 });

/**
 * A menu entry that leads to an area. Delivery refuses to publish an icon or permission that doesn't exist. Since a
 * shell can be older or newer than a remote, both are plain text here, and each shell handles those it doesn't know.
 */
export const menuEntry = Type.Object({
  place: Type.Union(MENU_PLACES.map((place) => Type.Literal(place))),
  /** Entries are sorted by this, whichever remote they belong to. */
  order: Type.Integer(),
  /** A MenuIcon. */
  icon: text,
  /** One of the remote's own routes, with `:organizationId` as its only parameter. */
  path: Type.String({ pattern: '^/' }),
  /**
   * The text by language, so that it can be shown before the remote is loaded and in any language the user switches
   * to.
   */
  label: Type.Record(Type.String(), text),
  /** Users whose role lacks it don't see the entry. Not used in the superuser menu, which only superusers see. */
  permission: Type.Optional(text),
  /**
   * How many things behind the entry need someone: the API's path of the number, with `:organizationId` as its only
   * parameter, and the type of the server's events after which it may be another.
   */
  attention: Type.Optional(Type.Object({ request: text, events: text })),
});

/** How many things need someone. */
const attentionAttributes = object({ count: Type.Integer() });
export type AttentionAttributes = Static<typeof attentionAttributes>;
export const attentionDocument = document(resource('attention', attentionAttributes));

export type MenuEntry = Static<typeof menuEntry>;
export type MenuPlace = MenuEntry['place'];
export type MenuIcon = (typeof MENU_ICONS)[number];
