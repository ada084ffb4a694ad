import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import Provider, { interactionPolicy } from 'oidc-provider';
import { freePort } from './free-port.ts';

export interface IdentityProvider {
  readonly issuer: string;
  stop(): Promise<void>;
}

interface Client {
  id: string;
  secret: string;
  redirectUri: string;
}

/**
 * Starts a real OpenID provider in place of Google. Entering an email address in its page signs in as its
 * confirmed owner, and "Cancel" denies access.
 */
export async function startIdentityProvider(client: Client): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const provider = makeProvider(issuer, client);
  const answer = provider.callback();
  const server = createServer((request, response) => {
    if (!request.url?.startsWith('/account/')) void answer(request, response);
    else if (request.method === 'POST') void decide(provider, client, request, response);
    else response.setHeader('content-type', 'text/html').end(PAGE);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { issuer, stop };
}

const PAGE = `<!doctype html><title>Choose an account</title><link rel="icon" href="data:,">
<form method="post">
  <label>Address <input name="email" autofocus></label>
  <button name="answer" value="yes">Continue</button> <button name="answer" value="no">Cancel</button>
</form>`;

function makeProvider(issuer: string, { id, secret, redirectUri }: Client): Provider {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const policy = interactionPolicy.base();
  // Google supports it in addition to the standard's two.
  policy.add(new interactionPolicy.Prompt({ name: 'select_account', requestable: true }), 0);
  return new Provider(issuer, {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for the cookies of a provider that lives for a minute'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google includes these claims in the ID token, too.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    interactions: { policy, url: (_context, { uid }) => `/account/${uid}` },
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: email, email, email_verified: true, name: 'Mara Finch' }),
    }),
  });
}

async function decide(
  provider: Provider,
  { id }: Client,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const form = new URLSearchParams(await text(request));
  if (form.get('answer') !== 'yes')
    return provider.interactionFinished(request, response, { error: 'access_denied' });
  const accountId = form.get('email') ?? '';
  const grant = new provider.Grant({ accountId, clientId: id });
  grant.addOIDCScope('openid email profile');
  const consent = { grantId: await grant.save() };
  await provider.interactionFinished(request, response, {
    select_account: {},
    login: { accountId },
    consent,
  });
}
