import { endCanary, withdraw } from 'delivery';
import { type Change, currentVersions, makeCurrent, publishChanged, registryOf } from './published.ts';
import { test as base } from './fault-journey.ts';

export { expect } from './fault-journey.ts';

interface DeliveryFixtures {
  /** What the journey may do to the product's registry; whatever it was is current again afterwards. */
  delivered: {
    /** Answers the version, which nobody gets yet. */
    publish(name: string, change: Change): Promise<string>;
    /** Answers the version, which everybody gets from the next page on. */
    release(name: string, change: Change): Promise<string>;
    current(name: string): Promise<string>;
  };
}

/** Journeys in which versions come and go while somebody works. */
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
  // Nothing stands between browser and product.
  baseURL: async ({ product }, use) => use(product.address),
});
