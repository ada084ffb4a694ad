import { signUpWithWorkspace } from './account.ts';
import { type Documents, watchDocuments } from './documents.ts';
import { type FaultServer, startFaultServer } from './fault-server.ts';
import { test as base } from './journey.ts';

export { expect } from './journey.ts';

interface FaultFixtures {
  /** What stands between browser and product. */
  way: FaultServer;
  documents: Documents;
  /** Of an account that is signed in. */
  organizationId: string;
}

/** Journeys in which something breaks on the way from the registry to the browser. */
export const test = base.extend<FaultFixtures>({
  way: async ({ product }, use) => {
    const way = await startFaultServer(product.port);
    await use(way);
    await way.stop();
  },
  baseURL: async ({ way }, use) => use(way.address),
  documents: async ({ page }, use) => use(await watchDocuments(page)),
  organizationId: async ({ page, product }, use) => {
    const { organizationId } = await signUpWithWorkspace(page, product.address);
    await use(organizationId);
  },
});
