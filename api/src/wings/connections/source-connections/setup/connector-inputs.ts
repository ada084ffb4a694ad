import type { WorkspaceDb } from '../../../../platform/database/workspace-db.ts';
import { egressRules } from '../../../../platform/config/egress-rules.ts';
import type { EgressRules } from '@headwater/base/egress';
import { bridgeNamed } from '@headwater/connectors';
import type { Configuration, InstallationSettings, UploadedFile } from '@headwater/protocol/protocol';
import type { Services } from '../../../../http/services.ts';
import { listUploads } from '../../uploads/index.ts';
import { uploadIdsOf } from './configuration.rules.ts';
import { wholeSecrets, type Settings } from './settings.ts';

/** What a connector's process needs besides its verb. Contains secrets, so it may be passed on, but not stored. */
export interface ConnectorInputs {
  connector: string;
  configuration: Configuration;
  uploads: Map<string, UploadedFile>;
  egress: EgressRules;
  installation: InstallationSettings;
  /** Those in the configuration, to keep them out of logs. */
  secrets: string[];
}

export async function connectorInputs(
  db: WorkspaceDb,
  services: Services,
  settings: Settings,
): Promise<ConnectorInputs> {
  const { connector, configuration } = settings;
  const secrets = await wholeSecrets(db, services.keys, settings);
  const found = await listUploads(db, uploadIdsOf(configuration));
  const uploads = new Map(
    [...found].map(([id, { file_name: fileName, bytes, sha256 }]) => [
      id,
      { path: services.uploadFiles.path(db.workspaceId, id), fileName, bytes: Number(bytes), sha256 },
    ]),
  );
  return {
    connector,
    configuration: { ...configuration, ...secrets },
    uploads,
    egress: egressRules(services.config),
    installation: {
      googleSheetsUrl: services.config.googleSheetsUrl,
      bridge: bridgeNamed(connector),
    },
    secrets: Object.values(secrets),
  };
}
