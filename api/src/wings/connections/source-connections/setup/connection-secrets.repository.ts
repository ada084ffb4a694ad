import { sql } from 'kysely';
import type { Keys } from '../../../../platform/secrets/keys.ts';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { seal, unseal } from '../../../../platform/secrets/sealed.ts';

/** Replaces the connection's secrets with these. Stored secrets of the fields in `kept` stay. */
export async function storeSecrets(
  db: WorkspaceDb,
  keys: Keys,
  sourceConnectionId: string,
  { secrets, kept }: { secrets: Readonly<Record<string, string>>; kept: readonly string[] },
): Promise<void> {
  await db
    .deleteFrom('connection_secrets')
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .where('field', '<>', sql<string>`all(${[...kept]}::text[])`)
    .execute();
  for (const [field, text] of Object.entries(secrets)) {
    const owner = { workspaceId: db.workspaceId, sourceConnectionId, field };
    const sealed = seal(text, owner, keys.secrets);
    await db
      .insertInto('connection_secrets')
      .values({ workspace_id: db.workspaceId, source_connection_id: sourceConnectionId, field, sealed })
      .execute();
  }
}

/** Returns the secrets in plain text, only for the message that starts a check, a discovery, or a sync. */
export async function openSecrets(
  db: WorkspaceDb,
  keys: Keys,
  sourceConnectionId: string,
): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('connection_secrets')
    .select(['field', 'sealed'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', '=', sourceConnectionId)
    .execute();
  const owner = { workspaceId: db.workspaceId, sourceConnectionId };
  return Object.fromEntries(
    rows.map(({ field, sealed }) => [field, unseal(sealed, { ...owner, field }, keys.secrets)]),
  );
}

/** Returns the names of the fields that have a secret. */
export async function listSecretFields(
  db: WorkspaceDb,
  sourceConnectionIds: readonly string[],
): Promise<Map<string, string[]>> {
  const fields = new Map<string, string[]>(sourceConnectionIds.map((id) => [id, []]));
  if (sourceConnectionIds.length === 0) return fields;
  const rows = await db
    .selectFrom('connection_secrets')
    .select(['source_connection_id', 'field'])
    .where('workspace_id', '=', db.workspaceId)
    .where('source_connection_id', 'in', sourceConnectionIds)
    .execute();
  for (const { source_connection_id: id, field } of rows) fields.get(id)?.push(field);
  return fields;
}
