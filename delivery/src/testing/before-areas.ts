import { contentHash, type Build } from '../registry/read-build.ts';

/** Returns the build as it was published before records had areas, with the version that it had then. */
export function beforeAreas({ areas: _, menu: __, ...build }: Build): Build {
  const [number] = build.version.split('-');
  return { ...build, version: `${number}-${contentHash(build.files, build)}` };
}
