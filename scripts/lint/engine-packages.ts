/** The packages of the engine, each with those that it may import. */
const ENTERS: Readonly<Record<string, readonly string[]>> = {
  base: [],
  protocol: ['base'],
  warehouse: ['base', 'protocol'],
  manifests: ['base', 'protocol'],
  connectors: ['base', 'protocol', 'warehouse', 'manifests'],
  press: ['base', 'warehouse'],
};

/** Storeys of the API that know no table, connector, or report. */
const BASE_ONLY = /^api\/src\/(?:platform|http)\//;
const TEST_FILE = /\.test\.ts$|\/testing\/|\/test-support\/|\.on-small-disk\.ts$/;

/** Returns the package of the engine that a name like `@headwater/base` stands for, or undefined. */
export const enginePackage = (name: string): string | undefined =>
  name.startsWith('@headwater/') && name.slice('@headwater/'.length) in ENTERS
    ? name.slice('@headwater/'.length)
    : undefined;

/**
 * Returns why a file (relative to the repository's root) may not import a door of one of the engine's packages, or
 * undefined if it may. Which doors there are is up to the package's `exports`.
 */
export function faultOfEngineDoor(from: string, name: string, door: string): string | undefined {
  const [folder = '', own = ''] = from.split('/');
  const forTests = /(^|\/)testing\//.test(door);
  if (folder === 'bench' || folder === 'e2e')
    return forTests ? undefined : `${folder} uses only what the tests of the engine start (testing/…).`;
  if (forTests && !TEST_FILE.test(from)) return `${name}/${door} is for tests.`;
  if (folder === 'engine') {
    if (own === name) return `Within ${own}, use relative imports. Its doors are for other packages.`;
    return ENTERS[own]?.includes(name)
      ? undefined
      : `${own} may import ${ENTERS[own]?.join(', ') || 'no other package of the engine'}, but not ${name}: pass in what it needs, or move the code.`;
  }
  if (folder !== 'api')
    return `${folder} may not import the engine: only the API does. Put what both need into @headwater/shared/contract.`;
  return BASE_ONLY.test(from) && name !== 'base' && !TEST_FILE.test(from)
    ? `platform and http know nothing of ${name}: pass in what they need from app.ts, or move the code.`
    : undefined;
}

/** Returns why a file of the engine may not import another one by a path, or undefined if it may. */
export function faultBetweenEnginePackages(from: string, file: string): string | undefined {
  const packageOf = (path: string) => /^engine\/([^/]+)\//.exec(path)?.[1];
  const [own, other] = [packageOf(from), packageOf(file)];
  return own === undefined || own === other
    ? undefined
    : `A path into another package bypasses its door. Import @headwater/${other ?? '…'}/….`;
}
