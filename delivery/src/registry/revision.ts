import { Type, type Static } from '@sinclair/typebox';

const move = Type.Object({
  name: Type.String(),
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.String(),
});

/** Who moved what, and why; times are for people, the order is by `n`. */
export const registryEvent = Type.Object({
  verb: Type.Union([Type.Literal('promote'), Type.Literal('rollback'), Type.Literal('gc')]),
  moves: Type.Array(move),
  /** What gc has deleted, as `<name>@<version>`. */
  removed: Type.Optional(Type.Array(Type.String())),
  who: Type.String(),
  when: Type.String(),
  why: Type.Union([Type.String(), Type.Null()]),
});

const block = Type.Object({ version: Type.String(), why: Type.Union([Type.String(), Type.Null()]) });

/** Which version each name points to, and which ones it must not point to before somebody unblocks them. */
export const registryState = Type.Record(
  Type.String(),
  // Revisions from before there were rollbacks have no list.
  Type.Object({ current: Type.String(), blocked: Type.Optional(Type.Array(block)) }),
);

/** `rev/<n>.json`: one link of the chain that is both the registry's state and its history. */
export const revision = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  /** sha256 of the revision before, as it lies on disk; null of the first. */
  previous: Type.Union([Type.String(), Type.Null()]),
  event: registryEvent,
  state: registryState,
});

/** The block on a version, if there is one. */
export const findBlock = (state: RegistryState, name: string, version: string): Block | undefined =>
  state[name]?.blocked?.find((blocked) => blocked.version === version);

export type Block = Static<typeof block>;
export type Move = Static<typeof move>;
export type RegistryEvent = Static<typeof registryEvent>;
export type RegistryState = Static<typeof registryState>;
export type Revision = Static<typeof revision>;
