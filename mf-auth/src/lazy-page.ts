import type { ComponentType } from 'react';
import { messages } from './messages.ts';

/** A route's `lazy`: the page's module, whose export `name` is the page, and the texts side by side. */
export const lazyPage =
  <Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name) =>
  async () => {
    const [module] = await Promise.all([load(), messages.load()]);
    return { Component: module[name] };
  };
