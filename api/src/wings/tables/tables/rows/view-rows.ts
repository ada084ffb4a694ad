import type { StreamColumn } from '@headwater/protocol/protocol';
import type { Requester } from '@headwater/base/queue/fair-queue';

/** The rows of a view with other values of its parameters than those that it's made with. */
export interface ViewRows {
  /** Tells them from all others. */
  readonly key: string;
  readonly path: string;
  readonly bytes: number;
  readonly columns: StreamColumn[];
  /** Of the oldest table that they're made of. */
  readonly freshAsOf: string;
}

export interface ViewRowsAsked {
  readonly workspaceId: string;
  readonly viewId: string;
  /** Values of some or all parameters. The others stay as they were saved. */
  readonly parameters: Readonly<Record<string, string | null>>;
  readonly requester: Requester;
}

/** Makes rows of views. */
export interface ViewRowSource {
  /**
   * Does work that reads the rows, or with null if they are those that the view has anyway. Throws what is wrong with the
   * query or the values.
   */
  reading<T>(
    asked: ViewRowsAsked,
    signal: AbortSignal,
    work: (rows: ViewRows | null) => Promise<T>,
  ): Promise<T>;
}

/** Reads rows of views. What makes them is itself made of tables, so it is given here once it is there. */
export class ViewRowReader implements ViewRowSource {
  #source: ViewRowSource | undefined;

  readFrom(source: ViewRowSource): void {
    this.#source = source;
  }

  reading<T>(
    asked: ViewRowsAsked,
    signal: AbortSignal,
    work: (rows: ViewRows | null) => Promise<T>,
  ): Promise<T> {
    return this.#source ? this.#source.reading(asked, signal, work) : work(null);
  }
}
