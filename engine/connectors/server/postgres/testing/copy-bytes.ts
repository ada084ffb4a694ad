/** A field of a row in COPY's binary format. Null is NULL. */
export type Field = Buffer | null;

/** Returns what a server sends for a binary COPY of these rows, up to and including the end of the data. */
export function copyBytes(rows: readonly Field[][]): Buffer {
  const header = Buffer.concat([Buffer.from('PGCOPY\n\u00ff\r\n\0', 'latin1'), Buffer.alloc(8)]);
  const [first, ...others] = [...rows.map(tuple), Buffer.from([0xff, 0xff])];
  return Buffer.concat([
    message('H', Buffer.from([1, 0, 0])),
    message('d', Buffer.concat([header, first!])),
    message('N', Buffer.from('a notice may come at any time')),
    ...others.map((bytes) => message('d', bytes)),
    END,
  ]);
}

/** What follows the data, which is the driver's. */
export const END = Buffer.concat([message('c', Buffer.alloc(0)), message('C', Buffer.from('COPY 1\0'))]);

function tuple(fields: readonly Field[]): Buffer {
  const parts = fields.flatMap((field) => [
    int32(field === null ? -1 : field.length),
    field ?? Buffer.alloc(0),
  ]);
  const count = Buffer.alloc(2);
  count.writeInt16BE(fields.length);
  return Buffer.concat([count, ...parts]);
}

function message(code: string, content: Buffer): Buffer {
  return Buffer.concat([Buffer.from(code), int32(content.length + 4), content]);
}

export function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}
