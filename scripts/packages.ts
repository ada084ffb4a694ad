import { readdirSync } from 'node:fs';
import path from 'node:path';

/** The root of the repository. */
export const ROOT = path.resolve(import.meta.dirname, '..');

/** The remotes, one folder each: adding one changes no list here. */
export const REMOTES: readonly string[] = readdirSync(ROOT)
  .filter((name) => /^mf-[a-z-]+$/.test(name))
  .sort();

/**
 * The packages that webpack builds and delivery publishes. The shell is first, because the remotes are
 * checked against it.
 */
export const BUILT: readonly string[] = ['shell', ...REMOTES];
