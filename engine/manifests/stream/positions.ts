import { ownValue } from '@headwater/shared/contract/plain';
import type { StreamState } from '@headwater/protocol/protocol';
import { jsonOf, type Dict } from '../template/values.ts';

/** Of more partitions than this, the positions aren't kept one by one. */
const MOST_PARTITIONS = 10_000;

/** What the state of a stream holds: how far it has been read, as a whole or for each partition. */
export interface PositionState extends StreamState {
  column: string;
  value: string | null;
  partitions: Record<string, string> | null;
}

/** Keeps the latest cursor value, for each partition by itself, because partitions come and go. */
export class Positions {
  readonly #column: string;
  readonly #before: PositionState | null;
  readonly #later: (one: string, other: string) => boolean;
  readonly #partitions = new Map<string, string>();
  #value: string | null;
  #isPartitioned = false;

  constructor(
    column: string,
    before: PositionState | null,
    isLater: (one: string, other: string) => boolean,
  ) {
    this.#column = column;
    this.#before = before;
    this.#later = isLater;
    this.#value = before?.value ?? null;
    for (const [name, value] of Object.entries(before?.partitions ?? {})) this.#partitions.set(name, value);
    this.#isPartitioned = before?.partitions != null;
  }

  /** Where the read of a partition goes on. A new partition of many is read as far back as the last read was. */
  beginning(partition: Dict): string | null {
    if (Object.keys(partition).length === 0) return this.#before?.value ?? null;
    const own = ownValue(this.#before?.partitions, nameOf(partition));
    return own ?? (this.#before?.partitions ? null : (this.#before?.value ?? null));
  }

  /** Remembers a value if it's the latest of its partition. */
  seen(partition: Dict, value: string): void {
    if (this.#value === null || this.#later(value, this.#value)) this.#value = value;
    if (Object.keys(partition).length === 0) return;
    this.#isPartitioned = true;
    const name = nameOf(partition);
    const known = this.#partitions.get(name);
    if (known === undefined || this.#later(value, known)) this.#partitions.set(name, value);
  }

  state(): PositionState {
    const keeps = this.#isPartitioned && this.#partitions.size <= MOST_PARTITIONS;
    return {
      column: this.#column,
      value: this.#value,
      partitions: keeps ? Object.fromEntries(this.#partitions) : null,
    };
  }
}

const nameOf = (partition: Dict) => jsonOf(partition);
