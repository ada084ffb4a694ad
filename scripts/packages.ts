import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The repository. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** One folder a remote: whoever adds one changes no list. */
export const REMOTES: readonly string[] = readdirSync(ROOT)
  .filter((name) => /^mf-[a-z-]+$/.test(name))
  .sort();

/** What webpack builds and delivery publishes; the shell first, as the remotes are checked against it. */
export const BUILT: readonly string[] = ['shell', ...REMOTES];
