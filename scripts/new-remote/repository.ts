import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Headwater } from 'delivery';

/** The files to write in a repository, by path. */
export type Files = ReadonlyMap<string, string>;

export interface PackageJson {
  name: string;
  version: string;
  license: string;
  dependencies: Record<string, string>;
  devDependencies: Record<string, string>;
  workspaces: string[];
  headwater: Headwater;
}

export const readText = (root: string, file: string): string => readFileSync(path.join(root, file), 'utf8');

export const readJson = <Shape>(root: string, file: string): Shape =>
  JSON.parse(readText(root, file)) as Shape;

/** Formats JSON as npm does. */
export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

export const listRemotes = (root: string): string[] =>
  readdirSync(root)
    .filter((name) => /^mf-[a-z-]+$/.test(name))
    .sort();
