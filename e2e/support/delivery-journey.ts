import { endCanary, withdraw } from 'delivery';
import { type Change, currentVersions, makeCurrent, publishChanged, registryOf } from './published.ts';
import { test as base } from './fault-journey.ts';

export { expect } from './fault-journey.ts';

interface DeliveryFixtures {
  /** Changes the product's registry. Afterward, what was current before is current again. */
  delivered: {
    /** Publishes a version, which no one gets yet, and returns it. */
    publish(name: string, change: Change): Promise<string>;
    /** Publishes a version that everyone gets from the next page on, and returns it. */
    release(name: string, change: Change): Promise<string>;
    current(name: string): Promise<string>;
  };
}

/** Journeys in which versions change while someone is working. */
export const test = base.extend<DeliveryFixtures>({
  delivered: async ({ product }, use) => {
    const before = await currentVersions(product);
    const publish = (name: string, change: Change) => publishChanged(product, name, change);
    await use({
      publish,
      release: async (name, change) => {
        const version = await publish(name, change);
        await makeCurrent(product, { [name]: version });
        return version;
      },
      current: async (name) => (await currentVersions(product))[name] ?? 'none',
    });
    for (const name of Object.keys(await currentVersions(product)))
      if (!(name in before)) await withdraw(registryOf(product), name, { by: 'journey' });
    for (const name of Object.keys(before)) await endCanary(registryOf(product), name, { by: 'journey' });
    await makeCurrent(product, before);
  },
  // No proxy between the browser and the product.
  baseURL: async ({ product }, use) => use(product.address),
});
