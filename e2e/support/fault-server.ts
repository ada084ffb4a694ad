import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { answers, type Fault } from './faults.ts';
import { createUpstream } from './upstream.ts';

/** What an open tab told of a failure; more fields than these. */
export interface Report {
  remote: string;
  version: string;
  kind: string;
  phase: string;
}

/** The product behind a web server that may have faults. Other than routes of the browser it can break off an answer. */
export interface FaultServer {
  readonly address: string;
  /** From now on the files whose path matches have this fault; others that had one have none. */
  breakFiles(files: RegExp, fault: Fault): void;
  mend(): void;
  /** Every published file that was asked for: paths with their queries. */
  files(): readonly string[];
  /** What failed, as browsers told it. */
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
    answers[broken.fault](incoming, response, upstream);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    address: `http://localhost:${(server.address() as AddressInfo).port}`,
    breakFiles: (matching, fault) => (broken = { files: matching, fault }),
    mend: () => (broken = undefined),
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

/** The body of a request that somebody else reads too. */
function read(incoming: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  incoming.on('data', (part: Buffer) => parts.push(part));
  return once(incoming, 'end').then(() => Buffer.concat(parts).toString());
}
