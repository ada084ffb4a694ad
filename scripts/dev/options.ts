import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '@headwater/shared/contract';
import { REMOTES, ROOT } from '../packages.ts';

export interface DevOptions {
  /** The remotes that are worked on: their names and folders. */
  remotes: { name: string; folder: string }[];
  /** The running Headwater that everything else comes from. */
  target: URL;
  /** Undefined: the first one from 8090 on that is free. */
  port: number | undefined;
}

export const USAGE = `npm run dev -- mf-data                  one remote, live, in the Headwater that runs at http://localhost:8080
npm run dev -- mf-data mf-sources       several
npm run dev -- ../elsewhere/mf-data     a remote in another folder
    --target http://localhost:9000      another Headwater
    --port 8099                         the port to serve at, instead of the first free one from 8090 on`;

/** Throws a StartError that says what is wrong and what would be right. `cwd` is where the words were typed. */
export function readOptions(words: readonly string[], cwd: string): DevOptions {
  const { values, positionals } = parse(words);
  if (positionals.length === 0) throw new StartError('Which remote?', USAGE);
  return {
    remotes: positionals.map((word) => findRemote(word, cwd)),
    target: readTarget(values.target ?? 'http://localhost:8080'),
    port: values.port === undefined ? undefined : readPort(values.port),
  };
}

function parse(words: readonly string[]) {
  try {
    const options = { target: { type: 'string' }, port: { type: 'string' } } as const;
    return parseArgs({ args: [...words], options, allowPositionals: true });
  } catch (error) {
    throw new StartError((error as Error).message, USAGE, { cause: error });
  }
}

function findRemote(word: string, cwd: string) {
  if (word === 'shell') {
    throw new StartError(
      'The shell is live in every npm run dev: an edit of it, or of shared, reloads the page.',
      'Name a remote whose pages you want to see: npm run dev -- mf-data',
    );
  }
  const folder = /[\\/]/.test(word) ? path.resolve(cwd, word) : path.join(ROOT, word);
  if (!existsSync(path.join(folder, 'src/routes.tsx'))) {
    throw new StartError(`There is no remote ${word}.`, `There are ${REMOTES.join(', ')}.`);
  }
  return { name: path.basename(folder), folder };
}

function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return new URL(url.origin);
  throw new StartError(`--target ${text} is no address.`, 'For example: --target http://localhost:8080');
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StartError(`--port ${text} is no port.`, 'For example: --port 8090');
}
