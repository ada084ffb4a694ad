import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SignJWT, type JWTPayload } from 'jose';
import { makeSigningKeys, type SigningKeys } from './signing-keys.ts';

export const CLIENT = { id: 'client.apps.example.com', secret: 'the-secret-of-the-client' };

interface Grant {
  readonly nonce: string;
  readonly challenge: string;
  readonly redirectUri: string;
  readonly claims: JWTPayload;
}

interface HttpResponse {
  readonly status: number;
  readonly body: string;
  readonly headers?: Record<string, string>;
}

/** Returns an ID token, or anything else that a test puts in its place. */
export type Forge = (claims: JWTPayload, provider: SigningProvider) => unknown;

/** A minimal OpenID provider whose ID tokens a test can change at will. Everything else follows the standard. */
export class SigningProvider {
  readonly issuer: string;
  readonly keys: SigningKeys;
  /** Makes the next ID tokens. By default, they are signed correctly. */
  forge: Forge = (claims) => this.sign(claims);
  /** Can return a different response for a path; undefined leaves it unchanged. */
  instead: (path: string) => HttpResponse | undefined = () => undefined;
  /** The requested paths. */
  readonly asked: string[] = [];
  readonly #server: Server;
  #people = 0;
  readonly #grants = new Map<string, Grant>();

  private constructor(server: Server, keys: SigningKeys) {
    this.#server = server;
    this.keys = keys;
    this.issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    server.on('request', (request, response) => {
      void this.#respond(request).then(({ status, body, headers }) => {
        response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
      });
    });
  }

  static async open(): Promise<SigningProvider> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new SigningProvider(server, await makeSigningKeys());
  }

  get environment(): Record<string, string> {
    return { GOOGLE_ISSUER: this.issuer, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret };
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  sign(claims: JWTPayload, header: Record<string, unknown> = {}): Promise<string> {
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', kid: 'one', ...header })
      .sign(this.keys.privateKey);
  }

  /** Consents at the authorization URL, by default as a new user. Returns the URL to which the popup is sent. */
  consent(authorization: URL, claims: JWTPayload = this.#newcomer()): URL {
    const asked = authorization.searchParams;
    const code = randomBytes(16).toString('hex');
    const redirectUri = asked.get('redirect_uri')!;
    const grant = {
      nonce: asked.get('nonce')!,
      challenge: asked.get('code_challenge')!,
      redirectUri,
      claims,
    };
    this.#grants.set(code, grant);
    const back = new URL(redirectUri);
    back.search = new URLSearchParams({ code, state: asked.get('state')!, scope: 'openid' }).toString();
    return back;
  }

  #newcomer(): JWTPayload {
    const number = (this.#people += 1);
    return { sub: `sub-${number}`, email: `somebody-${number}@example.com` };
  }

  async #respond(request: IncomingMessage): Promise<HttpResponse> {
    const path = request.url!;
    this.asked.push(path);
    const instead = this.instead(path);
    if (instead) return instead;
    if (path === '/.well-known/openid-configuration') return json(200, this.metadata());
    if (path === '/keys') return json(200, { keys: this.keys.published });
    if (path === '/token') return this.#exchange(new URLSearchParams(await text(request)));
    return json(404, {});
  }

  metadata(): Record<string, unknown> {
    return {
      issuer: this.issuer,
      authorization_endpoint: `${this.issuer}/auth`,
      token_endpoint: `${this.issuer}/token`,
      jwks_uri: `${this.issuer}/keys`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256', 'PS256', 'ES256', 'HS256', 'none'],
    };
  }

  async #exchange(form: URLSearchParams): Promise<HttpResponse> {
    const grant = this.#grants.get(form.get('code') ?? '');
    this.#grants.delete(form.get('code') ?? '');
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const isClient = form.get('client_id') === CLIENT.id && form.get('client_secret') === CLIENT.secret;
    if (!isClient) return json(401, { error: 'invalid_client' });
    if (grant?.challenge !== challenge || grant.redirectUri !== form.get('redirect_uri'))
      return json(400, { error: 'invalid_grant' });
    const now = Math.floor(Date.now() / 1000);
    const claims = {
      iss: this.issuer,
      aud: CLIENT.id,
      azp: CLIENT.id,
      iat: now,
      exp: now + 3600,
      nonce: grant.nonce,
      email_verified: true,
      ...grant.claims,
    };
    const idToken = await this.forge(claims, this);
    return json(200, { access_token: 'at', token_type: 'Bearer', expires_in: 3600, id_token: idToken });
  }
}

const json = (status: number, body: object): HttpResponse => ({ status, body: JSON.stringify(body) });
