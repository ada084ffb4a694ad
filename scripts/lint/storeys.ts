import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The storeys of the API, each with those that it may import. Files next to them put the storeys together.
 */
const ENTERS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  http: ['platform'],
  wings: ['platform', 'http'],
};

/** The wings in which nouns live. Each may import only those before it. */
export const WINGS = [
  'ground',
  'people',
  'connections',
  'tables',
  'syncs',
  'queries',
  'tools',
  'reports',
  'programs',
  'notices',
  'samples',
];

const THEN: Readonly<Record<string, string>> = {
  platform: 'It knows nothing above it: pass in what it needs, or move the code up.',
  http: 'It knows no noun: let it declare what it needs, and pass that in from app.ts.',
};

const FILE = /^api\/src\/(?<storey>[^/]+)\/(?:(?<wing>[^/]+)\/(?:(?<noun>[^/]+)\/)?)?/;
const TEST_FILE = /\.test\.ts$|\/testing\/|\.on-small-disk\.ts$/;

/**
 * Returns why a file of the API may not import another one (both relative to the repository's root), or
 * undefined if it may.
 */
export function faultBetweenStoreys(root: string, from: string, file: string): string | undefined {
  if (!from.startsWith('api/src/') || TEST_FILE.test(from)) return undefined;
  const [own, target] = [placeOf(from), placeOf(file)];
  const enters = ENTERS[own.storey];
  if (enters && own.storey !== target.storey && !enters.includes(target.storey))
    return `${own.storey} may not enter ${target.storey || 'what puts the API together'}. ${THEN[own.storey] ?? 'Nouns know no one above them.'}`;
  if (target.noun === undefined || target.folder === own.folder) return undefined;
  if (!file.endsWith('/index.ts'))
    return `A noun is imported through its index.ts: export what you need from ${target.folder}/index.ts.`;
  if (own.noun === undefined) return undefined;
  if (WINGS.indexOf(own.wing) < WINGS.indexOf(target.wing))
    return `The wing ${own.wing} knows nothing of ${target.wing}: wings import only those before them (${WINGS.join(', ')}). Let ${target.noun} call a hook, or move the code.`;
  if (!needs(root, own.folder, file))
    return `${own.folder} doesn't need ${target.noun}: add it to \`needs\` in its index.ts, or let ${target.noun} call a hook.`;
  return undefined;
}

/** Where a file of the API lives. Only files of a noun have one, and a wing. */
function placeOf(file: string): { storey: string; wing: string; noun: string | undefined; folder: string } {
  const { storey = '', wing = '', noun } = FILE.exec(file)?.groups ?? {};
  return {
    storey,
    wing,
    noun: storey === 'wings' ? noun : undefined,
    folder: `api/src/wings/${wing}/${noun}`,
  };
}

/** Returns whether the module in a noun's folder lists the one that another noun's index.ts exports among its needs. */
function needs(root: string, folder: string, index: string): boolean {
  const text = readFileSync(path.join(root, folder, 'index.ts'), 'utf8');
  const listed = /\bneeds: \[([^\]]*)\]/.exec(text)?.[1]?.match(/\w+/g) ?? [];
  const specifier = path.posix.relative(folder, index).replaceAll('.', '\\.');
  const imported = new RegExp(`import \\{([^}]*)\\} from '${specifier}'`).exec(text)?.[1] ?? '';
  return listed.some((name) => new RegExp(`\\b${name}\\b`).test(imported));
}
