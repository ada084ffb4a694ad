import { api } from '@headwater/shared/api';
import type { RequestTest } from '@headwater/shared/contract';

interface Asked {
  connector: string;
  configuration: Record<string, unknown>;
  sourceConnectionId?: string | undefined;
  stream: string;
}

/** Reads the first pages of a stream with a configuration that need not be saved. */
export const testRequests = (organizationId: string, attributes: Asked, signal: AbortSignal) =>
  api.post<RequestTest>(
    `organizations/${organizationId}/request-tests`,
    { type: 'request_tests', attributes },
    { signal },
  );
