import type { Workspace } from '../../../http/define-route.ts';
import type { Services } from '../../../http/services.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { readVersions } from '../../tables/tables/index.ts';
import { findVersionsToRead, type OpenTable, type VersionToRead } from '../tool-runs/index.ts';

/** Reads the current versions of some tables while their files are kept. Throws why one of them can't be read. */
export async function readingTables<T>(
  services: Services,
  workspace: Workspace,
  tables: readonly VersionToRead[],
  read: (tables: readonly OpenTable[]) => Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const versions = await workspace.transaction((db) => findVersionsToRead(db, tables));
    return readVersions(services, workspace.id, versions, (files) =>
      read(versions.map((version, at) => ({ ...version, file: files[at]! }))),
    );
  };
  return attempt().catch((error: unknown) => {
    // The current version has just been replaced, and isn't kept.
    if (error instanceof Refusal && error.faults[0]?.code === 'version_gone') return attempt();
    throw error;
  });
}
