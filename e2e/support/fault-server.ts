import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { responses, type Fault } from './faults.ts';
import { createUpstream } from './upstream.ts';

/** A failure that an open tab reported, with the fields that journeys check. */
export interface Report {
  remote: string;
  version: string;
  kind: string;
  phase: string;
}

/**
 * A proxy in front of the product that can break files. Unlike Playwright's routes, it can also interrupt a
 * response.
 */
export interface FaultServer {
  readonly address: string;
  /** Breaks the files whose path matches from now on. Files that were broken before work again. */
  breakFiles(files: RegExp, fault: Fault): void;
  repair(): void;
  /** Returns every published file that was requested, as paths with their queries. */
  files(): readonly string[];
  /** Returns the failures that browsers reported. */
  reports(): readonly Report[];
  stop(): Promise<void>;
}

export async function startFaultServer(port: number): Promise<FaultServer> {
  let broken: { files: RegExp; fault: Fault } | undefined;
  const files: string[] = [];
  const reports: Report[] = [];
  const upstream = createUpstream(port);
  const server = createServer((incoming, response) => {
    const path = incoming.url ?? '/';
    if (path.startsWith('/r/') && incoming.method === 'GET') files.push(path);
    if (path === '/delivery/reports') void read(incoming).then((text) => reports.push(JSON.parse(text)));
    if (!broken?.files.test(path.split('?', 1)[0] ?? '')) return upstream.pass(incoming, response);
    responses[broken.fault](incoming, response, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    breakFiles: (matching, fault) => (broken = { files: matching, fault }),
    repair: () => (broken = undefined),
    files: () => files,
    reports: () => reports,
    stop: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
      upstream.close();
    },
  };
}

/** Reads the body of a request that something else reads, too. */
function read(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  return once(incoming, 'end').then(() => Buffer.concat(parts).toString());
}
