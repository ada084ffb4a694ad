import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { fastify, type FastifyInstance } from 'fastify';
import { contentType } from 'delivery';
import type { BuildStream } from './build-stream.ts';
import { devBase, type DevBuild } from './dev-build.ts';
import { forward, type Forwarding } from './forward.ts';
import { PAGE_CLIENT } from './webpack-dev.ts';

export interface DevServerOptions extends Forwarding {
  builds: readonly DevBuild[];
  stream: BuildStream;
  /** Called with a failure that a page would have reported to the target. */
  onReport(report: string): void;
}

/**
 * The names of this machine. Requests through any other name, such as a site's that resolves to it, are
 * refused.
 */
const OWN_HOST = /^(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Creates the server for the target's product with some builds of ours. It isn't listening yet. */
export function createDevServer({
  builds,
  stream,
  onReport,
  ...forwarding
}: DevServerOptions): FastifyInstance {
  const app = fastify({ forceCloseConnections: true });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request, _body, done) => done(null)); // bodies are passed on unread
  app.addHook('onRequest', async (request, reply) => {
    if (!OWN_HOST.test(request.host))
      return reply.code(421).send('This server only accepts requests to localhost.');
    reply.header('cache-control', 'no-store');
  });
  app.get('/headwater-dev/client.js', async (_request, reply) =>
    reply.type('text/javascript').send(await readFile(PAGE_CLIENT)),
  );
  app.get('/headwater-dev/events', (_request, reply) => {
    reply.hijack();
    stream.add(reply.raw);
  });
  for (const build of builds) serveFiles(app, build);
  // handled here, because a failure of a development build is not a failure of a deployed version
  app.post('/delivery/reports', async (request, reply) => {
    onReport(await text(request.raw));
    return reply.code(204).send();
  });
  app.all('/*', (request, reply) => forward(forwarding, request, reply));
  return app as unknown as FastifyInstance;
}

function serveFiles(app: FastifyInstance, build: DevBuild): void {
  app.get<{ Params: { '*': string } }>(`${devBase(build.state.name)}*`, async (request, reply) => {
    const file = request.params['*'];
    await build.settled();
    const content = build.file(file);
    if (!content) return reply.code(404).type('text/plain').send('The development build has no such file.');
    return reply.type(contentType(file) ?? 'application/json').send(content); // source maps are the only others
  });
}
