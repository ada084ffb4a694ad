import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export interface OtherServer {
  port: number;
  stop(): Promise<void>;
}

/** Starts a server that handles each connection with `serve`. */
export async function listen(serve: (socket: Socket) => void): Promise<OtherServer> {
  const sockets = new Set<Socket>();
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const message = (type: string, ...parts: Buffer[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(5, type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const int16 = (value: number) => Buffer.from([value >> 8, value & 255]);
const int32 = (value: number) => Buffer.concat([int16(value >> 16), int16(value & 0xffff)]);
const text = (value: string) => Buffer.from(`${value}\0`);
const READY = message('Z', Buffer.from('I'));

/** Simulates a PostgreSQL that accepts every user and returns this row for each query. */
export function oldPostgres(row: Record<string, string>): (socket: Socket) => void {
  const columns = Object.keys(row).map((name) =>
    Buffer.concat([text(name), int32(0), int16(0), int32(25), int16(-1), int32(-1), int16(0)]),
  );
  const values = Object.values(row).map((value) => Buffer.concat([int32(value.length), Buffer.from(value)]));
  const response = Buffer.concat([
    message('T', int16(columns.length), ...columns),
    message('D', int16(values.length), ...values),
    message('C', text('SELECT 1')),
    READY,
  ]);
  return (socket) =>
    socket.on('data', (bytes) => {
      if (bytes.length === 8) socket.write('N');
      else if (bytes[0] === 0) socket.write(Buffer.concat([message('R', int32(0)), READY]));
      else if (bytes[0] === 0x51) socket.write(response);
    });
}
