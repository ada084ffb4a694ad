import type { Readable } from 'node:stream';
import { UPLOAD_MAX_BYTES } from '@headwater/shared/contract';
import type { Workspace } from '../../../http/route-context.ts';
import type { Services } from '../../../http/services.ts';
import { newId } from '../../../platform/database/ids.ts';
import type { WorkspaceDb } from '../../../platform/database/workspace-db.ts';
import { requireUploadRoom, uploadRoom } from '../../ground/quotas/index.ts';
import { insertUpload, type Upload } from './uploads.repository.ts';

interface File {
  readonly name: string;
  readonly body: Readable;
  /** The size that the sender declares, before any of it is read. */
  readonly declaredBytes?: number;
  /** Called in the transaction that adds it. */
  readonly onKept?: (db: WorkspaceDb, upload: Upload) => Promise<void>;
}

/** Stores a file of a workspace within its quotas. Otherwise throws the reason and keeps nothing. */
export async function keepUpload(
  { config: { quotas }, uploadFiles }: Pick<Services, 'config' | 'uploadFiles'>,
  workspace: Pick<Workspace, 'id' | 'transaction'>,
  { name, body, declaredBytes = 0, onKept }: File,
): Promise<Upload> {
  const id = newId('upl');
  const room = await workspace.transaction((db) => uploadRoom(db, quotas));
  const most =
    room.bytes < UPLOAD_MAX_BYTES
      ? { maxBytes: room.bytes, refusal: room.refusal }
      : { maxBytes: UPLOAD_MAX_BYTES };
  const bounds = { ...most, declaredBytes, leastSpeed: {} };
  const upload = {
    id,
    file_name: name,
    ...(await uploadFiles.store(workspace.id, id, body, bounds)),
  };
  try {
    await workspace.transaction(async (db) => {
      // Checked again, because others may have uploaded files in the meantime.
      await requireUploadRoom(db, quotas, upload.bytes);
      await insertUpload(db, upload);
      await onKept?.(db, upload);
    });
  } catch (error) {
    await uploadFiles.remove(workspace.id, id);
    throw error;
  }
  return upload;
}
