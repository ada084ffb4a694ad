import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * An API in a process of its own, so that it takes no time from whoever reads it: `/pages?page=0` and so on, each with
 * 1,000 records of 12 fields, after `?wait=` milliseconds. Tells its port.
 */
const [pages = 100] = process.argv.slice(2).map(Number);
export const PAGE = 1_000;

const record = (id: number) => ({
  id,
  token: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  name: `Customer ${id % 50_000}`,
  email: id % 11 === 0 ? null : `customer${id % 50_000}@example.com`,
  amount: Math.round(id * 10_001) / 10_000,
  quantity: id % 100,
  weight: id / 7,
  is_paid: id % 3 === 0,
  placed_at: new Date(Date.UTC(2020, 0, 1) + id * 1_000_007).toISOString(),
  due_on: new Date(Date.UTC(2020, 0, 1 + (id % 2_000))).toISOString().slice(0, 10),
  details: { channel: id % 5, tags: [id % 3, 'x'] },
  note: id % 13 === 0 ? 'two\nlines, "quoted"' : `note ${id}`,
});
const bodies = Array.from({ length: pages }, (_, page) =>
  Buffer.from(JSON.stringify({ items: Array.from({ length: PAGE }, (_, at) => record(page * PAGE + at)) })),
);
const EMPTY = Buffer.from('{"items":[]}');

const server = createServer((request, response) => {
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const body = bodies[Number(searchParams.get('page') ?? 0)] ?? EMPTY;
  setTimeout(
    () => response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    Number(searchParams.get('wait') ?? 0),
  );
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
