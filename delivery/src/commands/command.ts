import type { Registry } from '../registry/registry.ts';

/** A command's options besides names, as typed. */
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

/** Runs the command and prints the result to standard output. */
export type Command = (registry: Registry, names: string[], options: Options) => Promise<void>;
