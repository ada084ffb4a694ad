import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';

export type Upstream = ReturnType<typeof createUpstream>;

/** Connects to the product itself, with headers as if the browser had requested it directly. */
export function createUpstream(port: number) {
  const agent = new Agent({ keepAlive: true });
  const ask = ({ method, url, headers }: IncomingMessage, more: Record<string, string> = {}) => {
    const host = `localhost:${port}`;
    const origin = headers.origin && { origin: headers.origin.replace(headers.host ?? '', host) };
    const sent = { ...headers, ...origin, ...more, host };
    return request({ host: '127.0.0.1', port, agent, method, path: url, headers: sent });
  };
  return {
    ask,
    pass(incoming: IncomingMessage, response: ServerResponse) {
      const outgoing = ask(incoming);
      outgoing.on('response', (reply) => {
        response.writeHead(reply.statusCode ?? 502, reply.headers);
        reply.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    },
    close: () => agent.destroy(),
  };
}
