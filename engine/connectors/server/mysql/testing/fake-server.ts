import type { Socket } from 'node:net';

const packet = (sequence: number, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(4);
  head.writeUIntLE(body.length, 0, 3);
  head[3] = sequence;
  return Buffer.concat([head, body]);
};
const text = (value: string) => Buffer.concat([Buffer.from([value.length]), Buffer.from(value)]);
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const EOF = Buffer.from([0xfe, 0, 0, 2, 0]);

const column = (name: string) =>
  Buffer.concat([
    ...['def', '', '', '', name, ''].map(text),
    Buffer.from([12, 45, 0, 255, 0, 0, 0, 253, 0, 0, 0, 0, 0]),
  ]);

/** Without TLS, with version 4.1's protocol and sign-in. */
const FLAGS = 0x0001 | 0x0008 | 0x0200 | 0x8000;

const greeting = (version: string) => {
  const flags = Buffer.alloc(2);
  flags.writeUInt16LE(FLAGS);
  return packet(
    0,
    Buffer.from([10]),
    Buffer.from(`${version}\0`),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('abcdefgh\0'),
    flags,
    Buffer.from([45, 2, 0, 0x08, 0, 21]),
    Buffer.alloc(10),
    Buffer.from('ijklmnopqrst\0'),
    Buffer.from('mysql_native_password\0'),
  );
};

/** Simulates a MySQL without TLS that accepts every user, and answers each query with its version, or a demand. */
export function fakeServer({ version = '8.0.36', demands = '' } = {}): (socket: Socket) => void {
  return (socket) => {
    let isSignedIn = false;
    socket.write(greeting(version));
    socket.on('data', (bytes) => {
      if (!isSignedIn) {
        isSignedIn = true;
        socket.write(packet(2, OK));
      } else if (bytes.length > 4 && demands) {
        socket.write(packet(1, Buffer.from([0xfb]), Buffer.from(demands)));
      } else if (bytes.length === 4) {
        socket.write(packet(3, OK));
      } else {
        const rows = [column('version'), column('id'), EOF, Buffer.concat([text(version), text('1')]), EOF];
        socket.write(
          Buffer.concat([packet(1, Buffer.from([2])), ...rows.map((row, at) => packet(at + 2, row))]),
        );
      }
    });
  };
}
