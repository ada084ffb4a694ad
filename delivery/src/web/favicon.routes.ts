import type { FastifyInstance } from 'fastify';

/** The logo: two streams in one bed, in the shape of an H. */
const MARK = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">
<style>.a,.b{fill:none;stroke-width:3.2;stroke-linecap:round;stroke:#066d7c}.b{stroke:#4bb8cc}
@media (prefers-color-scheme:dark){.a{stroke:#4bb8cc}.b{stroke:#0a8294}}</style>
<path class="b" d="M18.5 3.5v4.25M5.5 16.25v4.25"/><path class="a" d="M5.5 3.5v3.25c0 6.75 13 3.75 13 10.5v3.25"/>
</svg>
`;

export function faviconRoutes(app: FastifyInstance): void {
  app.get('/favicon.svg', (_, reply) =>
    reply
      .header('content-type', 'image/svg+xml')
      .header('cache-control', 'public, max-age=86400')
      // The only response with inline styles, which is otherwise inert.
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; sandbox",
      )
      .send(MARK),
  );
}
