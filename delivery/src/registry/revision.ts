import { Type, type Static } from '@sinclair/typebox';

const move = Type.Object({
  name: Type.String(),
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.String(),
});

/** Who moved what, and why; times are for people, the order is by `n`. */
export const registryEvent = Type.Object({
  verb: Type.Literal('promote'),
  moves: Type.Array(move, { minItems: 1 }),
  who: Type.String(),
  when: Type.String(),
  why: Type.Union([Type.String(), Type.Null()]),
});

/** Which version each name points to. */
export const registryState = Type.Record(Type.String(), Type.Object({ current: Type.String() }));

/** `rev/<n>.json`: one link of the chain that is both the registry's state and its history. */
export const revision = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  /** sha256 of the revision before, as it lies on disk; null of the first. */
  previous: Type.Union([Type.String(), Type.Null()]),
  event: registryEvent,
  state: registryState,
});

export type Move = Static<typeof move>;
export type RegistryEvent = Static<typeof registryEvent>;
export type RegistryState = Static<typeof registryState>;
export type Revision = Static<typeof revision>;
