import { ownValue } from '@headwater/shared/contract';
import { Type, type Static } from '@sinclair/typebox';

const move = Type.Object({
  name: Type.String(),
  /** Null if nothing was current before, or is afterward. */
  from: Type.Union([Type.String(), Type.Null()]),
  to: Type.Union([Type.String(), Type.Null()]),
});

/** Who changed what, and why. Times are for people: revisions are ordered by `n`. */
const registryEvent = Type.Object({
  verb: Type.Union(
    (['promote', 'canary', 'halt', 'rollback', 'withdraw', 'gc'] as const).map((verb) => Type.Literal(verb)),
  ),
  moves: Type.Array(move),
  /** The canary that was started, widened, or halted, with its percentage, or ended, without one. */
  canary: Type.Optional(
    Type.Object({
      name: Type.String(),
      version: Type.String(),
      percent: Type.Union([Type.Number(), Type.Null()]),
    }),
  ),
  /** The versions that gc deleted, as `<name>@<version>`. */
  removed: Type.Optional(Type.Array(Type.String())),
  /**
   * Set if a version was promoted without a recorded run of the journeys, or unblocked. `why` has the reason.
   */
  forced: Type.Optional(Type.Literal(true)),
  unblocked: Type.Optional(Type.Literal(true)),
  who: Type.String(),
  when: Type.String(),
  why: Type.Union([Type.String(), Type.Null()]),
});

const block = Type.Object({ version: Type.String(), why: Type.Union([Type.String(), Type.Null()]) });

/**
 * A version that some visitors get instead of the current one. Each canary has a new ID, so that it draws
 * different visitors each time. The ID stays when the percentage grows, which only adds visitors. 0 is no
 * one.
 */
const canary = Type.Object({
  id: Type.String({ pattern: '^[0-9a-f]{16}$' }),
  version: Type.String(),
  percent: Type.Number({ minimum: 0, maximum: 100 }),
});

/** Which version each name points to, and which versions it must not point to until someone unblocks them. */
export const registryState = Type.Record(
  Type.String(),
  // Revisions from before rollbacks existed have no list.
  Type.Object({
    /** Missing for a remote that was withdrawn, of which only the blocks are left. */
    current: Type.Optional(Type.String()),
    canary: Type.Optional(canary),
    blocked: Type.Optional(Type.Array(block)),
  }),
);

/** `rev/<n>.json`: one link of the chain that is both the registry's state and its history. */
export const revision = Type.Object({
  n: Type.Integer({ minimum: 1 }),
  /** The sha256 of the previous revision as stored on disk, or null for the first one. */
  previous: Type.Union([Type.String(), Type.Null()]),
  event: registryEvent,
  state: registryState,
});

/** Returns the block on a version, if there is one. */
export const findBlock = (state: RegistryState, name: string, version: string): Block | undefined =>
  ownValue(state, name)?.blocked?.find((blocked) => blocked.version === version);

/** Returns the state after someone has given a reason to unblock a version. */
export const withoutBlock = (state: RegistryState, name: string, version: string): RegistryState => {
  const entry = ownValue(state, name);
  if (!entry) return state;
  const blocked = entry.blocked?.filter((block) => block.version !== version) ?? [];
  return { ...state, [name]: { ...entry, blocked } };
};

/** Removes canaries that are now current for everyone, or blocked. */
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
