import type { Registry } from '../registry/registry.ts';

/** What a command can be told beside names, as it was typed. */
export interface Options {
  by: string;
  why?: string;
  shell?: string;
  set?: string;
  percent?: string;
  hours?: string;
  for?: string;
  end?: boolean;
  really?: boolean;
  unblock?: boolean;
  force?: boolean;
}

/** Does what it was told and says so on the standard output. */
export type Command = (registry: Registry, names: string[], options: Options) => Promise<void>;
