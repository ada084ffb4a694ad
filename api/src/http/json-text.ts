/** A response that is already JSON, in consecutive parts, and is sent unchanged. `T` is the type of its content. */
export class JsonText<T> {
  readonly bytes: Buffer;
  declare readonly value: T;

  constructor(parts: readonly (string | Uint8Array)[]) {
    this.bytes = Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : part)));
  }
}
