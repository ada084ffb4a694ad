import type { PressRequest } from '@headwater/press/messages';
import { QueryProcessLost, QueryTimeout } from '@headwater/warehouse';
import type { Services } from '../../../http/services.ts';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { Refusal } from '@headwater/base/refusals/refusal';

/** Processes start within this time. */
const RETRY_SECONDS = 2;

/** Draws a file. Throws a 503 if the process that draws is lost, which another try starts again. */
export async function pressed(
  { press }: Pick<Services, 'press'>,
  request: PressRequest,
  requester: Requester,
  signal?: AbortSignal,
): Promise<Buffer> {
  try {
    return await press.run(request, requester, signal);
  } catch (error) {
    if (error instanceof QueryTimeout) throw new Refusal('query_timed_out', { cause: error });
    if (!(error instanceof QueryProcessLost)) throw error;
    const values = { seconds: RETRY_SECONDS };
    throw new Refusal('installation_busy', { cause: error, retryAfter: RETRY_SECONDS, values });
  }
}
