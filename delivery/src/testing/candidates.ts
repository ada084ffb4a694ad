import type { TestContext } from 'node:test';
import type { NamedVersion } from '../registry/names.ts';
import { publish } from '../registry/publish.ts';
import { AUTH_BUILD, buildOf, DATA_BUILD, SHELL_BUILD, temporaryRegistry, type BuildOf } from './builds.ts';
import { promoteUntried } from './promote-untried.ts';

/** Returns a registry with shell, mf-auth, and mf-data live, and functions that publish more versions. */
export async function withCandidates(t: TestContext) {
  const registry = await temporaryRegistry(t);
  const put = async (of: BuildOf, shell?: string): Promise<NamedVersion> => {
    const { record } = await publish(registry, await buildOf(t, of), { by: 'anna', shell });
    return { name: record.name, version: record.version };
  };
  const shell = await put(SHELL_BUILD);
  const auth = await put(AUTH_BUILD);
  const data = await put(DATA_BUILD);
  await promoteUntried(registry, [shell, auth, data]);

  /** Publishes another version of a build that works like the first. */
  const another = (of: BuildOf, mark: string) => put({ ...of, files: { ...of.files, 'late.1.js': mark } });
  /** Publishes a version that provides, or needs, another version of a shared module. */
  const sharing = (of: BuildOf, module: string, range: string, shellVersion?: string) =>
    put({ ...of, assets: { ...of.assets, shared: { ...of.assets.shared, [module]: range } } }, shellVersion);
  const state = async () => (await registry.latestRevision())?.state ?? {};
  return { registry, shell, auth, data, another, sharing, state };
}
