import { Type, type Static } from '@sinclair/typebox';
import { AREA_GROUPS, AUDIENCES } from './words.ts';

const path = Type.String({ pattern: '^/' });

/**
 * A part of the product that one remote owns within one frame. A remote with pages in two frames, or for two audiences,
 * has two areas.
 */
export const area = Type.Object({
  group: Type.Union(AREA_GROUPS.map((group) => Type.Literal(group))),
  /** The people its pages are for, unless that follows from the frame. */
  audience: Type.Optional(Type.Union(AUDIENCES.map((audience) => Type.Literal(audience)))),
  /** The path that the routes in the remote's `./routes` are relative to: `/w/:organizationId/data`. */
  mount: path,
  /** The paths that belong to it, each with everything below it. */
  paths: Type.Array(path, { minItems: 1 }),
});

export type Area = Static<typeof area>;
export type AreaGroup = Area['group'];
export type Audience = NonNullable<Area['audience']>;
