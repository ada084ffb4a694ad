import { Type, type Static } from '@sinclair/typebox';
import { AREA_GROUPS, AUDIENCES } from './words.ts';

const address = Type.String({ pattern: '^/' });

/** A part of the product that one remote owns, within one frame. A remote with pages in two frames, or for different people, has two. */
export const area = Type.Object({
  group: Type.Union(AREA_GROUPS.map((group) => Type.Literal(group))),
  /** Only where the frame doesn't say it: whom its pages are for. */
  audience: Type.Optional(Type.Union(AUDIENCES.map((audience) => Type.Literal(audience)))),
  /** What the paths in the remote's `./routes` are relative to: `/w/:organizationId/data`. */
  mount: address,
  /** The addresses that lead into it, and all below them. */
  paths: Type.Array(address, { minItems: 1 }),
});

export type Area = Static<typeof area>;
export type AreaGroup = Area['group'];
export type Audience = NonNullable<Area['audience']>;
