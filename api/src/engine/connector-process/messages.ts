import type { CheckStep, Failure } from '@headwater/shared/contract';
import type { EgressRules } from '../../platform/egress/index.ts';
import type { Configuration, DiscoveredStream, UploadedFile } from '../protocol/protocol.ts';

/** The job of a connector's process. This message is the only way in which secrets reach it. */
export interface ConnectorJob {
  verb: 'check' | 'discover';
  connector: string;
  configuration: Configuration;
  uploads: Map<string, UploadedFile>;
  egress: EgressRules;
  temporaryFolder: string;
}

export type FromConnectorProcess =
  | { type: 'step'; step: CheckStep }
  /** Part of the streams that were found, in order. */
  | { type: 'streams'; streams: DiscoveredStream[] }
  | { type: 'done'; failure: Failure | null };
