import type { Workspace } from '../../../../http/define-route.ts';
import type { Principal } from '../../../../http/principal.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { selectReadableVersion, type ReadableVersion } from './versions.repository.ts';
import { visibleOf, type Seen } from './visible-data.ts';

/** Who reads: a caller, or nobody, when work for the workspace itself does. */
export type VersionReader = Pick<Workspace, 'id' | 'select'> & { readonly principal: Principal | null };

/** Which version of a table is read. */
interface Asked {
  sourceConnectionId: string;
  tableName: string;
  /** Undefined for the current version. */
  number: number | undefined;
  /** The query parameter that names it. */
  parameter: string;
}

/** Reads what the caller sees of a version of a table. Throws why it can't be read. */
export async function readingVersion<T>(
  workspace: Workspace,
  { sourceConnectionId, tableName, number, parameter }: Asked,
  read: (version: ReadableVersion) => T | Promise<T>,
): Promise<T> {
  const attempt = async () => {
    const found = await findVersionOf(workspace, sourceConnectionId, tableName, number);
    if (found.token === null) throw new Refusal('version_gone', { parameter });
    return read(found);
  };
  return attempt().catch((error: unknown) => {
    // The current version has just been replaced, and isn't kept.
    const isReplaced =
      error instanceof Refusal && error.faults[0]?.code === 'version_gone' && number === undefined;
    if (isReplaced) return attempt();
    throw error;
  });
}

/** Returns what the caller sees of the current version of a table. Throws why it can't be read. */
export async function findReadableVersion(
  workspace: VersionReader,
  sourceConnectionId: string,
  tableName: string,
): Promise<ReadableVersion> {
  const found = await findVersionOf(workspace, sourceConnectionId, tableName, undefined);
  if (found.token === null) throw new Refusal('version_gone');
  return found;
}

async function findVersionOf(
  workspace: VersionReader,
  sourceConnectionId: string,
  tableName: string,
  number: number | undefined,
) {
  const [found] = await workspace.select<ReadableVersion & { isSynced: boolean; token: number | null }>(
    selectReadableVersion(workspace.id, sourceConnectionId, tableName, number ?? null),
  );
  const visible: Seen<typeof found> | undefined =
    found && (workspace.principal ? visibleOf(workspace.principal, found) : found);
  if (!visible) throw new Refusal('not_found');
  if (!visible.isSynced) throw new Refusal('table_not_synced');
  const { only, ...version } = visible;
  if (only === 'outdated') throw new Refusal('scope_outdated');
  return only ? { ...version, only } : version;
}
