import type { ComponentType } from 'react';

interface Loads {
  load(): Promise<unknown>;
}

/** Returns a route's `lazy`: loads the page's module, whose export `name` is the page, and its texts in parallel. */
export const lazyPage =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name, ...texts: Loads[]) =>
  async () => {
    const [module] = await Promise.all([load(), ...texts.map((one) => one.load())]);
    return { Component: module[name] };
  };
