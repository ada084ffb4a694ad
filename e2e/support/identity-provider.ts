import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
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
 * A real OpenID provider in Google's place. Whoever types an address into its own log-in form is that person, with the
 * address confirmed; the page after it asks for their consent.
 */
export async function startIdentityProvider({ id, secret, redirectUri }: Client): Promise<IdentityProvider> {
  const port = await freePort();
  const issuer = `http://localhost:${port}`;
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [{ client_id: id, client_secret: secret, redirect_uris: [redirectUri] }],
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['a key for the cookies of a provider that lives for a minute'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    // Google puts them into the id token, too.
    conformIdTokenClaims: false,
    findAccount: (_context, email) => ({
      accountId: email,
      claims: () => ({ sub: `subject of ${email}`, email, email_verified: true, name: 'Mara Finch' }),
    }),
  });
  const server = createServer(provider.callback()).listen(port, 'localhost');
  await once(server, 'listening');
  const stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
  return { issuer, stop };
}
