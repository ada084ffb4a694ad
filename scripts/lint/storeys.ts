import { readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * The storeys of the API, each with those that it may import. Files next to them put the storeys together.
 */
const ENTERS: Readonly<Record<string, readonly string[]>> = {
  platform: [],
  engine: ['platform'],
  http: ['platform'],
  modules: ['platform', 'engine', 'http'],
};

const THEN: Readonly<Record<string, string>> = {
  platform: 'It knows nothing above it: pass in what it needs, or move the code up.',
  engine: 'It knows neither HTTP nor services, and could run on a separate machine: pass in what it needs.',
  http: 'It knows no noun: let it declare what it needs, and pass that in from app.ts.',
};

const FILE = /^api\/src\/(?<storey>[^/]+)\/(?:(?<folder>[^/]+)\/)?/;
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
  if (target.storey !== 'modules' || target.noun === undefined || target.noun === own.noun) return undefined;
  if (!file.endsWith('/index.ts'))
    return `A noun is imported through its index.ts: export what you need from modules/${target.noun}/index.ts.`;
  if (own.noun !== undefined && !needs(root, own.noun, target.noun))
    return `modules/${own.noun} doesn't need ${target.noun}: add it to \`needs\` in its index.ts, or let ${target.noun} call a hook.`;
  return undefined;
}

function placeOf(file: string): { storey: string; noun: string | undefined } {
  const { storey = '', folder } = FILE.exec(file)?.groups ?? {};
  return { storey, noun: storey === 'modules' ? folder : undefined };
}

/** Returns whether a noun's module lists the other one among its needs. */
function needs(root: string, noun: string, other: string): boolean {
  const text = readFileSync(path.join(root, 'api/src/modules', noun, 'index.ts'), 'utf8');
  const listed = /\bneeds: \[([^\]]*)\]/.exec(text)?.[1]?.match(/\w+/g) ?? [];
  const imported = new RegExp(`import \\{([^}]*)\\} from '\\.\\./${other}/index\\.ts'`).exec(text)?.[1] ?? '';
  return listed.some((name) => new RegExp(`\\b${name}\\b`).test(imported));
}
