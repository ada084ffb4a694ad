/** An answer that is JSON already, in parts that follow each other: it is sent as it is. `T` is what it says. */
export class JsonText<T> {
  readonly bytes: Buffer;
  declare readonly value: T;

  constructor(parts: readonly (string | Uint8Array)[]) {
    this.bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }
}
