import { freePort } from './free-port.ts';
import { type IdentityProvider, startIdentityProvider } from './identity-provider.ts';
import { test as base } from './journey.ts';
import { type MailServer, startMailServer } from './mail-server.ts';
import { startProduct } from './product.ts';

export { expect } from './journey.ts';

interface Surroundings {
  port: number;
  mails: MailServer;
  identityProvider: IdentityProvider;
}

const CLIENT = { id: 'headwater', secret: 'the secret that the provider and the product share' };

/** Journeys through a product that sends email and offers sign-in through an OpenID provider. */
export const test = base.extend<object, Surroundings>({
  port: [async ({}, use) => use(await freePort()), { scope: 'worker' }],
  mails: [
    async ({}, use) => {
      const mails = await startMailServer();
      await use(mails);
      await mails.stop();
    },
    { scope: 'worker' },
  ],
  identityProvider: [
    async ({ port }, use) => {
      const redirectUri = `http://localhost:${port}/api/google/callback`;
      const provider = await startIdentityProvider({ ...CLIENT, redirectUri });
      await use(provider);
      await provider.stop();
    },
    { scope: 'worker' },
  ],
  product: [
    async ({ port, mails, identityProvider }, use) => {
      const env = {
        SMTP_URL: mails.url,
        GOOGLE_ISSUER: identityProvider.issuer,
        GOOGLE_CLIENT_ID: CLIENT.id,
        GOOGLE_CLIENT_SECRET: CLIENT.secret,
      };
      const product = await startProduct({ port, env });
      await use(product);
      await product.stop();
    },
    { scope: 'worker', timeout: 300_000 },
  ],
});
