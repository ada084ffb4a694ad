import { Agent, request, type IncomingMessage, type ServerResponse } from 'node:http';

export type Upstream = ReturnType<typeof createUpstream>;

/** The product itself, which thinks that it is reached at its own address. */
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
      outgoing.on('response', (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      });
      outgoing.on('error', () => response.destroy());
      response.on('close', () => outgoing.destroy());
      incoming.pipe(outgoing);
    },
    close: () => agent.destroy(),
  };
}
