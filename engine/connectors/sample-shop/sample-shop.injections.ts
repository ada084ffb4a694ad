import { setTimeout as wait } from 'node:timers/promises';
import { FailureError } from '@headwater/base/failures/failure';
import { logEntry } from '@headwater/protocol/log-entry';
import type { ConnectorContext, ReadMessage } from '@headwater/protocol/protocol';
import type { TableName } from './shop/shop-table.ts';

/** Faults that people ask for, to see what a sync makes of them. */
export interface Injections {
  failTable: TableName | null;
  failKind: 'transient' | 'permanent' | 'silent';
  failAfterRows: number;
  rateLimitRows: number;
  rateLimitSeconds: number;
  rowsPerSecond: number;
  latencySeconds: number;
  rejectTable: TableName | null;
  rejectEvery: number;
}

/** How often rows arrive if their rate is limited. */
const TICK_SECONDS = 0.25;

/** Slows down, interrupts, and fails the read of one table as its configuration asks. */
export class Interference {
  readonly #injections: Injections;
  readonly #table: TableName;
  readonly #tableName: string;
  readonly #context: Pick<ConnectorContext, 'signal' | 'idleTimeout'>;
  readonly #failAfter: number;
  readonly #perTick: number;

  constructor(
    injections: Injections,
    { table, tableName }: { table: TableName; tableName: string },
    context: Pick<ConnectorContext, 'signal' | 'idleTimeout'>,
  ) {
    this.#injections = injections;
    this.#table = table;
    this.#tableName = tableName;
    this.#context = context;
    this.#failAfter = injections.failTable === table ? injections.failAfterRows : Infinity;
    this.#perTick = Math.max(1, Math.round(injections.rowsPerSecond * TICK_SECONDS));
  }

  /** Whether the rows come without any pause, so that they can be generated ahead. */
  get isNone(): boolean {
    return this.rowsUntilNext(0) === Infinity;
  }

  /** Returns how many more rows come after this many, before something happens. */
  rowsUntilNext(rows: number): number {
    const { rateLimitRows } = this.#injections;
    const untilLimit = rateLimitRows === Infinity ? Infinity : rateLimitRows - (rows % rateLimitRows);
    return Math.min(this.#failAfter - rows, untilLimit, this.#perTick);
  }

  isDamaged(row: number): boolean {
    const { rejectTable, rejectEvery } = this.#injections;
    return rejectTable === this.#table && row % rejectEvery === 0;
  }

  /** Waits before the first row, and fails if no row is wanted. */
  async begin(): Promise<void> {
    await this.#wait(this.#injections.latencySeconds);
    if (this.#failAfter === 0) await this.#fail(0);
  }

  /** Does what is due after this many rows. */
  async *after(rows: number): AsyncIterable<ReadMessage> {
    const { rateLimitRows, rateLimitSeconds, rowsPerSecond } = this.#injections;
    if (rows === this.#failAfter) await this.#fail(rows);
    if (rows % rateLimitRows === 0) {
      const retryAt = new Date(Date.now() + rateLimitSeconds * 1_000).toISOString();
      const tableName = this.#tableName;
      yield {
        type: 'LOG',
        ...logEntry('warn', 'rate_limited', { seconds: rateLimitSeconds }, { tableName }),
      };
      yield { type: 'STREAM_STATUS', tableName, status: 'RATE_LIMITED', retryAt };
      await this.#wait(rateLimitSeconds);
      yield { type: 'STREAM_STATUS', tableName, status: 'RUNNING' };
    }
    if (rowsPerSecond !== Infinity) await this.#wait(this.#perTick / rowsPerSecond);
  }

  async #fail(rows: number): Promise<never> {
    const { failKind } = this.#injections;
    const values = { table: this.#tableName, rows };
    if (failKind === 'transient') throw new FailureError('sample_outage', values);
    if (failKind === 'permanent') throw new FailureError('sample_refused', values);
    const { idleTimeout } = this.#context;
    await this.#wait(idleTimeout / 1_000);
    throw new FailureError('source_silent', { table: this.#tableName, minutes: idleTimeout / 60_000 });
  }

  async #wait(seconds: number): Promise<void> {
    if (seconds > 0) await wait(seconds * 1_000, undefined, { signal: this.#context.signal });
  }
}
