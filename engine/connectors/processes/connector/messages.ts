import type { CheckStep, Failure, FilePreview, RequestTest, StreamPreview } from '@headwater/shared/contract';
import type { EgressRules } from '@headwater/base/egress';
import type {
  Configuration,
  ConfiguredStream,
  DiscoveredStream,
  InstallationSettings,
  UploadedFile,
} from '@headwater/protocol/protocol';

/** The job of a connector's process. This message is the only way in which secrets reach it. */
export type ConnectorJob = ConnectorInputs & { temporaryFolder: string } & Verb;

/** What a connector's process does. `maskKey` is the key of the workspace's masks. */
export type Verb =
  | { verb: 'check' | 'discover' }
  | { verb: 'preview_files' }
  | { verb: 'preview'; stream: ConfiguredStream; maskKey: Uint8Array }
  | { verb: 'test_requests'; stream: string };

interface ConnectorInputs {
  connector: string;
  configuration: Configuration;
  uploads: Map<string, UploadedFile>;
  egress: EgressRules;
  installation: InstallationSettings;
}

/** A canceled job ends what it has begun at the source, and then its process. */
export type ToConnectorProcess = { type: 'start'; job: ConnectorJob } | { type: 'cancel' };

export type FromConnectorProcess =
  | { type: 'step'; step: CheckStep }
  /** Part of the streams that were found, in order. */
  | { type: 'streams'; streams: DiscoveredStream[] }
  | { type: 'preview'; preview: StreamPreview }
  | { type: 'file_preview'; preview: FilePreview }
  | { type: 'request_test'; test: RequestTest }
  | { type: 'done'; failure: Failure | null };
