import type { Configuration } from '@headwater/protocol/protocol';
import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import type { Keys } from '../../../../platform/secrets/keys.ts';
import { splitConfiguration, type Examined } from './configuration.rules.ts';
import { listSecretFields, openSecrets } from './connection-secrets.repository.ts';
import type { SourceConnectionRow } from '../source-connections.repository.ts';

export interface Settings {
  connector: string;
  /** The configuration without secrets. */
  configuration: Configuration;
  /** New secrets, by field. */
  secrets?: Readonly<Record<string, string>>;
  /** The connection whose stored secrets complete the configuration. */
  sourceConnectionId?: string | undefined;
  /** The fields whose stored secret stays valid. All of them by default. */
  kept?: readonly string[];
}

/** Returns the requested settings of a new or saved connection. Throws if the connector can't accept them. */
export async function readSettings(
  db: WorkspaceDb,
  examined: Examined,
  saved?: SourceConnectionRow,
): Promise<Settings & { secrets: Record<string, string>; kept: string[] }> {
  const stored = saved && {
    visible: saved.configuration,
    secretFields: (await listSecretFields(db, [saved.id])).get(saved.id) ?? [],
  };
  const { visible, secrets, kept } = splitConfiguration(examined, stored);
  return {
    connector: examined.connector.name,
    configuration: visible,
    secrets,
    kept,
    sourceConnectionId: saved?.id,
  };
}

/** Returns the secrets by field, new ones and stored ones. They may be passed on, but not stored. */
export async function wholeSecrets(
  db: WorkspaceDb,
  keys: Keys,
  { secrets = {}, sourceConnectionId, kept }: Settings,
): Promise<Record<string, string>> {
  const stored = sourceConnectionId ? await openSecrets(db, keys, sourceConnectionId) : {};
  const held = Object.entries(stored).filter(([field]) => kept?.includes(field) ?? true);
  return { ...Object.fromEntries(held), ...secrets };
}
