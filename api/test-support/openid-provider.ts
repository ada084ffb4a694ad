import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { interactionPolicy } from 'oidc-provider';
import { CLIENT } from './signing-provider.ts';

/** Put before an email address to make the user's subject, because a provider's subject is never the email address. */
const SUBJECT = 'subject-of-';

export interface OpenidProvider {
  readonly environment: Record<string, string>;
  /** Signs a user in at the authorization URL, or refuses if null. Returns the URL to which the popup is redirected. */
  visit(authorization: URL, email: string | null): Promise<URL>;
  close(): Promise<void>;
}

/** Starts a certified OpenID provider in place of Google, whose users have verified email addresses. */
export async function startOpenidProvider(redirectUri: string): Promise<OpenidProvider> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = makeProvider(issuer, redirectUri);
  const handle = provider.callback();
  let visitor: string | null = null;
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void finish(provider, visitor, request, response);
    else void handle(request, response);
  });
  return {
    environment: { GOOGLE_ISSUER: issuer, GOOGLE_CLIENT_ID: CLIENT.id, GOOGLE_CLIENT_SECRET: CLIENT.secret },
    visit: (authorization, email) => {
      visitor = email;
      return follow(authorization, redirectUri);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function makeProvider(issuer: string, redirectUri: string): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const policy = interactionPolicy.base();
  // Google supports this prompt in addition to the two standard ones.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return new Provider(issuer, {
    clients: [{ client_id: CLIENT.id, client_secret: CLIENT.secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for the cookies of a provider that lives for a moment'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'hd'] },
    // Google includes the claims in the ID token as well.
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/interaction/${uid}` },
    findAccount: (_context, subject) => ({
      accountId: subject,
      claims: () => ({
        sub: subject,
        email: subject.slice(SUBJECT.length),
        email_verified: true,
        name: 'Mara Finch',
      }),
    }),
  });
}

async function finish(
  provider: Provider,
  email: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  if (email === null) return provider.interactionFinished(request, response, { error: 'access_denied' });
  const accountId = SUBJECT + email;
  const grant = new provider.Grant({ accountId, clientId: CLIENT.id });
  grant.addOIDCScope('openid email profile');
  const grantId = await grant.save();
  const result = { select_account: {}, login: { accountId }, consent: { grantId } };
  await provider.interactionFinished(request, response, result);
}

/** Follows redirects with the provider's cookies until one leads back to the product. */
async function follow(from: URL, redirectUri: string): Promise<URL> {
  const jar = new Map<string, string>();
  for (let url = from; ;) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const header of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(header) ?? [];
      jar.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`${url.pathname} returns ${response.status}: ${await response.text()}`);
    url = new URL(location, url);
    if (url.href.startsWith(redirectUri)) return url;
  }
}
