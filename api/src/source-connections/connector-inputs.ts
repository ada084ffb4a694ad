import type { WorkspaceDb } from '../db/workspace-db.ts';
import type { EgressRules } from '../egress/index.ts';
import type { Configuration, UploadedFile } from '../connectors/protocol.ts';
import type { Services } from '../services.ts';
import { listUploads } from '../uploads/index.ts';
import { openSecrets } from './connection-secrets.repository.ts';
import { uploadIdsOf } from './configuration.policy.ts';

/** What a connector's process needs beside its verb. Holds secrets: hand it over, keep it nowhere. */
export interface ConnectorInputs {
  connector: string;
  configuration: Configuration;
  uploads: Map<string, UploadedFile>;
  egress: EgressRules;
}

interface Given {
  connector: string;
  configuration: Configuration;
  /** Whose stored secrets complete the configuration. */
  sourceConnectionId?: string | undefined;
  /** Secrets that came with the request, over the stored ones. */
  secrets?: Record<string, string>;
}

export async function connectorInputs(
  db: WorkspaceDb,
  services: Services,
  given: Given,
): Promise<ConnectorInputs> {
  const { connector, configuration, sourceConnectionId, secrets = {} } = given;
  const stored = sourceConnectionId ? await openSecrets(db, services.keys, sourceConnectionId) : {};
  const found = await listUploads(db, uploadIdsOf(configuration));
  const uploads = new Map(
    [...found].map(([id, { file_name: fileName }]) => [
      id,
      { path: services.uploadFiles.path(db.workspaceId, id), fileName },
    ]),
  );
  return {
    connector,
    configuration: { ...configuration, ...stored, ...secrets },
    uploads,
    egress: egressRules(services),
  };
}

function egressRules({ config }: Services): EgressRules {
  const { loopbackOnly, allowedNetworks, port } = config;
  return { loopbackOnly, allowedNetworks, ownPorts: [port] };
}
