import type { PressRequest } from '../../../engine/press-process/messages.ts';
import { QueryProcessLost, QueryTimeout } from '../../../engine/warehouse/index.ts';
import type { Services } from '../../../http/services.ts';
import type { Asker } from '../../../platform/queue/fair-queue.ts';
import { Refusal } from '../../../platform/refusals/refusal.ts';

/** Processes start within this time. */
const RETRY_SECONDS = 2;

/** Draws a file. Throws a 503 if the process that draws is lost, which another try starts again. */
export async function pressed(
  { press }: Pick<Services, 'press'>,
  request: PressRequest,
  asker: Asker,
  signal?: AbortSignal,
): Promise<Buffer> {
  try {
    return await press.run(request, asker, signal);
  } catch (error) {
    if (error instanceof QueryTimeout) throw new Refusal('query_timed_out', { cause: error });
    if (!(error instanceof QueryProcessLost)) throw error;
    const values = { seconds: RETRY_SECONDS };
    throw new Refusal('installation_busy', { cause: error, retryAfter: RETRY_SECONDS, values });
  }
}
