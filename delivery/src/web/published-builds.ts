import { isName, isVersion } from '../registry/names.ts';
import type { Registry } from '../registry/registry.ts';
import { liveBuild, type LiveBuild } from '../page/live-build.ts';

/** Whatever was ever published; records never change, so each is read once. */
export interface PublishedBuilds {
  /** Also one whose files gc has deleted. Undefined where there is none, whatever the names are. */
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
