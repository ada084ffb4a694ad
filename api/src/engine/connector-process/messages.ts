import type { CheckStep, Failure } from '@headwater/shared/contract';
import type { EgressRules } from '../../platform/egress/index.ts';
import type { Configuration, DiscoveredStream, UploadedFile } from '../protocol/protocol.ts';

/** What a connector's process is told. Secrets reach it this way and no other. */
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
  /** Some of the streams that were found, in order. */
  | { type: 'streams'; streams: DiscoveredStream[] }
  | { type: 'done'; failure: Failure | null };
