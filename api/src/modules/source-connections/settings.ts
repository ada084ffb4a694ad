import type { Configuration } from '../../engine/protocol/protocol.ts';
import type { WorkspaceDb } from '../../platform/database/workspace-db.ts';
import type { Keys } from '../../platform/secrets/keys.ts';
import { requireConnector, splitConfiguration } from './configuration.rules.ts';
import { listSecretFields, openSecrets } from './connection-secrets.repository.ts';
import type { SourceConnectionRow } from './source-connections.repository.ts';

export interface Settings {
  connector: string;
  /** Without secrets. */
  configuration: Configuration;
  /** New secrets, by field. */
  secrets?: Readonly<Record<string, string>>;
  /** Whose stored secrets complete the configuration. */
  sourceConnectionId?: string | undefined;
  /** The fields whose stored secret holds; all of them, unless it is said. */
  kept?: readonly string[];
}

/** The settings that a request asks for, of a new connection or of the saved one; refuses what the connector can't take. */
export async function readSettings(
  db: WorkspaceDb,
  { connector, configuration }: { connector: string; configuration: Configuration },
  saved?: SourceConnectionRow,
): Promise<Settings & { secrets: Record<string, string>; kept: string[] }> {
  const stored = saved && {
    visible: saved.configuration,
    secretFields: (await listSecretFields(db, [saved.id])).get(saved.id) ?? [],
  };
  const { visible, secrets, kept } = splitConfiguration(requireConnector(connector), configuration, stored);
  return { connector, configuration: visible, secrets, kept, sourceConnectionId: saved?.id };
}

/** The configuration with its secrets in place: hand it over, keep it nowhere. */
export async function wholeConfiguration(
  db: WorkspaceDb,
  keys: Keys,
  { configuration, secrets = {}, sourceConnectionId, kept }: Settings,
): Promise<Configuration> {
  const stored = sourceConnectionId ? await openSecrets(db, keys, sourceConnectionId) : {};
  const held = Object.entries(stored).filter(([field]) => kept?.includes(field) ?? true);
  return { ...configuration, ...Object.fromEntries(held), ...secrets };
}
