import { isName, isVersion } from '../registry/names.ts';
import type { Registry } from '../registry/registry.ts';
import { liveBuild, type LiveBuild } from '../page/live-build.ts';

/** All builds that were ever published. Records never change, so each is read only once. */
export interface PublishedBuilds {
  /**
   * Also finds builds whose files gc has deleted. Returns undefined if there is none, whatever the arguments.
   */
  find(name: string, version: string): Promise<LiveBuild | undefined>;
}

export function createPublishedBuilds(registry: Registry): PublishedBuilds {
  const known = new Map<string, LiveBuild>();
  return {
    async find(name, version) {
      if (!isName(name) || !isVersion(version)) return undefined;
      const reference = `${name}@${version}`;
      const found = known.get(reference);
      if (found) return found;
      const record = await registry.findRecord(name, version);
      if (!record) return undefined;
      const build = liveBuild(record);
      known.set(reference, build);
      return build;
    },
  };
}
