import type { Configuration } from '@headwater/protocol/protocol';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { Refusal } from '@headwater/base/refusals/refusal';
import { listUploads } from '../../uploads/index.ts';
import { addressOf, uploadIdsOf, type Examined } from './configuration.rules.ts';

/**
 * Returns what the configuration connects to, for people to read. Throws if an upload doesn't
 * exist in this workspace.
 */
export async function requireAddress(
  db: WorkspaceDb,
  configuration: Configuration,
  { text }: Pick<Examined, 'text'>,
): Promise<string> {
  const ids = uploadIdsOf(configuration);
  const duplicate = ids.findIndex((id, at) => ids.indexOf(id) < at);
  if (duplicate >= 0) {
    throw new Refusal('upload_duplicate', {
      pointer: `/data/attributes/configuration/files/${duplicate}/uploadId`,
    });
  }
  const found = await listUploads(db, ids);
  const missing = ids.findIndex((id) => !found.has(id));
  if (missing >= 0) {
    throw new Refusal('upload_unknown', {
      pointer: `/data/attributes/configuration/files/${missing}/uploadId`,
    });
  }
  if (text) return text.address;
  return addressOf(
    configuration,
    ids.map((id) => found.get(id)!.file_name),
  );
}
