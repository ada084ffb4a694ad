import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Transitions } from '../src/platform/database/transitions.ts';

type Row = Record<string, unknown>;

interface Pairs<State extends string, Event extends string> {
  /** Stores a row in a state. */
  put(state: State): Promise<Row>;
  /** Makes an event happen to it, as the product does. */
  readonly happen: Readonly<Record<Event, (row: Row) => Promise<unknown>>>;
  read(row: Row): Promise<Row | undefined>;
}

/**
 * Makes every event happen in every state, on the database: it leads to the state that the table declares, and where it
 * declares none, the row stays exactly as it was.
 */
export function testEveryPair<State extends string, Event extends string>(
  what: string,
  transitions: Transitions<State, Event, string>,
  { put, happen, read }: Pairs<State, Event>,
): void {
  for (const state of Object.keys(transitions) as State[])
    for (const [event, next] of Object.entries(transitions[state]) as [Event, string | null][])
      test(`${what}: ${event}, in ${state}, ${next === null ? 'changes nothing' : `leads to ${next}`}`, async () => {
        const row = await put(state);
        const before = await read(row);
        await happen[event](row);
        const after = await read(row);
        if (next === null) assert.deepEqual(after, before);
        else assert.equal(after?.state, next);
      });
}
