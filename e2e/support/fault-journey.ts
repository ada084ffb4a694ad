import { signUpWithWorkspace } from './account.ts';
import { type Documents, watchDocuments } from './documents.ts';
import { type FaultServer, startFaultServer } from './fault-server.ts';
import { test as base } from './journey.ts';

export { expect } from './journey.ts';

interface FaultFixtures {
  /** The proxy between the browser and the product. */
  faultServer: FaultServer;
  documents: Documents;
  /** The workspace of an account that is signed in. */
  organizationId: string;
}

/** Journeys in which something breaks between the registry and the browser. */
export const test = base.extend<FaultFixtures>({
  faultServer: async ({ product }, use) => {
    const server = await startFaultServer(product.port);
    await use(server);
    await server.stop();
  },
  baseURL: async ({ faultServer }, use) => use(faultServer.address),
  documents: async ({ page }, use) => use(await watchDocuments(page)),
  organizationId: async ({ page, product }, use) => {
    const { organizationId } = await signUpWithWorkspace(page, product.address);
    await use(organizationId);
  },
});
