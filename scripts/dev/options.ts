import { existsSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { StartError } from '@headwater/shared/contract';
import { REMOTES, ROOT } from '../packages.ts';

export interface DevOptions {
  /** The remotes to develop, by name and folder. */
  remotes: { name: string; folder: string }[];
  /** The running Headwater that everything else is loaded from. */
  target: URL;
  /** Undefined means the first free port from 8090 on. */
  port: number | undefined;
}

export const USAGE = `npm run dev -- mf-data                  one remote, live, in the Headwater running at http://localhost:8080
npm run dev -- mf-data mf-sources       several
npm run dev -- ../elsewhere/mf-data     a remote in another folder
    --target http://localhost:9000      another Headwater
    --port 8099                         the port to serve at, instead of the first free one from 8090 on`;

/**
 * Throws a StartError that says what is wrong and what would be right. `cwd` is where the command was typed.
 */
export function readOptions(args: readonly string[], cwd: string): DevOptions {
  const { values, positionals } = parse(args);
  if (positionals.length === 0) throw new StartError('Which remote?', USAGE);
  return {
    remotes: positionals.map((arg) => findRemote(arg, cwd)),
    target: readTarget(values.target ?? 'http://localhost:8080'),
    port: values.port === undefined ? undefined : readPort(values.port),
  };
}

function parse(args: readonly string[]) {
  try {
    const options = { target: { type: 'string' }, port: { type: 'string' } } as const;
    return parseArgs({ args: [...args], options, allowPositionals: true });
  } catch (error) {
    throw new StartError((error as Error).message, USAGE, { cause: error });
  }
}

function findRemote(arg: string, cwd: string) {
  if (arg === 'shell') {
    throw new StartError(
      'The shell is live in every npm run dev: an edit of it, or of shared, reloads the page.',
      'Name a remote whose pages you want to see: npm run dev -- mf-data',
    );
  }
  const folder = /[\\/]/.test(arg) ? path.resolve(cwd, arg) : path.join(ROOT, arg);
  if (!existsSync(path.join(folder, 'src/routes.tsx'))) {
    throw new StartError(`There is no remote ${arg}.`, `There are ${REMOTES.join(', ')}.`);
  }
  return { name: path.basename(folder), folder };
}

function readTarget(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url && /^https?:$/.test(url.protocol)) return new URL(url.origin);
  throw new StartError(`--target ${text} is not a URL.`, 'For example: --target http://localhost:8080');
}

function readPort(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port > 0 && port < 65_536) return port;
  throw new StartError(`--port ${text} is not a port.`, 'For example: --port 8090');
}
