import { ownValue } from '@headwater/shared/contract';
import { sql, type ColumnType, type InsertType, type RawBuilder, type SelectType } from 'kysely';

/** Which state follows each event in each state. Null: the event changes nothing there. No pair can be left out. */
export type Transitions<State extends string, Event extends string, Next extends string = State> = {
  readonly [From in State]: Readonly<Record<Event, Next | null>>;
};

type EventOf<Declared> = keyof Declared[keyof Declared] & string;

type StateAfter<Declared, Event extends EventOf<Declared>> = Exclude<Declared[keyof Declared][Event], null>;

declare const declared: unique symbol;
/** A state that follows from a table of transitions. */
type Followed<State> = State & { readonly [declared]: true };

/** A table whose state is only ever updated to what `stateAfter` returns. */
export type WithTransitions<Columns extends { state: unknown }> = Omit<Columns, 'state'> & {
  state: ColumnType<
    SelectType<Columns['state']>,
    InsertType<Columns['state']>,
    Followed<SelectType<Columns['state']>>
  >;
};

type AnyTransitions = Transitions<string, string>;

const OWN_STATE = sql.ref<string>('state');

/**
 * SQL for the state after an event. Where the event changes nothing, it's NULL, which no column of states takes: an update
 * that has forgotten `allows` fails.
 */
export function stateAfter<const Declared extends AnyTransitions, Event extends EventOf<Declared>>(
  transitions: Declared,
  event: Event,
  state: RawBuilder<string> = OWN_STATE,
): RawBuilder<Followed<StateAfter<Declared, Event>>> {
  const pairs = pairsOf(transitions, event).map(
    ([from, next]) => sql`when ${sql.lit(from)} then ${sql.lit(next)}`,
  );
  return sql`case ${state} ${sql.join(pairs, sql` `)} end`;
}

/** SQL for whether a row is in a state in which an event changes something. */
export function allows<const Declared extends AnyTransitions>(
  transitions: Declared,
  event: EventOf<Declared>,
  state: RawBuilder<string> = OWN_STATE,
): RawBuilder<boolean> {
  const before = pairsOf(transitions, event).map(([from]) => sql.lit(from));
  return sql`${state} in (${sql.join(before)})`;
}

/** The states in which an event changes something, and what follows. */
const pairsOf = (transitions: AnyTransitions, event: string): [string, string][] =>
  Object.entries(transitions).flatMap(([from, row]) => {
    const next = ownValue(row, event);
    return next == null ? [] : [[from, next]];
  });
