import { Type, type Static } from '@sinclair/typebox';

const move = Type.Object({
  name: Type.String(),
  /** Null where nothing was current before, or is afterwards. */
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.Union([Type.String(), Type.Null()]),
});

/** Who moved what, and why; times are for people, the order is by `n`. */
export const registryEvent = Type.Object({
  verb: Type.Union(
    (['promote', 'canary', 'halt', 'rollback', 'withdraw', 'gc'] as const).map((verb) => Type.Literal(verb)),
  ),
  moves: Type.Array(move),
  /** The canary that was begun, widened or halted (a percentage), or ended (none). */
  canary: Type.Optional(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      percent: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
  /** What gc has deleted, as `<name>@<version>`. */
  removed: Type.Optional(Type.Array(Type.String())),
  /** Taken without a recorded run of the journeys, or although it was blocked; `why` has the reason. */
  forced: Type.Optional(Type.Literal(true)),
  unblocked: Type.Optional(Type.Literal(true)),
  who: Type.String(),
  when: Type.String(),
  why: Type.Union([Type.String(), Type.Null()]),
});

const block = Type.Object({ version: Type.String(), why: Type.Union([Type.String(), Type.Null()]) });

/**
 * A version that some visitors get instead of the current one. The id is new for each canary, so that it is other
 * people each time, and stays while the percentage grows, which only adds people. 0 is nobody.
 */
const canary = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  version: Type.String(),
  percent: Type.Number({ minimum: 0, maximum: 100 }),
});

/** Which version each name points to, and which ones it must not point to before somebody unblocks them. */
export const registryState = Type.Record(
  Type.String(),
  // Revisions from before there were rollbacks have no list.
  Type.Object({
    /** None of a remote that was withdrawn, of which only the blocks are left. */
    current: Type.Optional(Type.String()),
    canary: Type.Optional(canary),
    blocked: Type.Optional(Type.Array(block)),
  }),
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

/** The state after somebody said why a blocked version is good now. */
export const withoutBlock = (state: RegistryState, name: string, version: string): RegistryState => {
  const entry = state[name];
  if (!entry) return state;
  const blocked = entry.blocked?.filter((block) => block.version !== version) ?? [];
  return { ...state, [name]: { ...entry, blocked } };
};

/** A canary that everybody gets now, or nobody may get any more, is none. */
export const withoutSpentCanaries = (state: RegistryState): RegistryState =>
  Object.fromEntries(
    Object.entries(state).map(([name, { canary, ...rest }]) => {
      if (!canary || canary.version === rest.current) return [name, rest];
      return [name, findBlock(state, name, canary.version) ? rest : { ...rest, canary }];
    }),
  );

export type Canary = Static<typeof canary>;
export type Block = Static<typeof block>;
export type Move = Static<typeof move>;
export type RegistryEvent = Static<typeof registryEvent>;
export type RegistryState = Static<typeof registryState>;
export type Revision = Static<typeof revision>;
