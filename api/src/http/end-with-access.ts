import type { ServerResponse } from 'node:http';
import type { Caller } from './caller.ts';

const ASK_EVERY_MS = 5_000;

/**
 * Breaks the connection if its caller may no longer do what the request does: a download, an upload, or a stream that
 * lasts ends within seconds of the session, the membership, or the workspace. If nobody can be asked, it goes on, and is
 * asked about again.
 */
export function endWithAccess(response: ServerResponse, { mayStill }: Pick<Caller, 'mayStill'>): void {
  // A caller who left during the authorization has already closed it.
  if (!mayStill || response.destroyed) return;
  const ask = async () => {
    if (!(await mayStill().catch(() => true))) response.destroy();
  };
  const timer = setInterval(() => void ask(), ASK_EVERY_MS);
  response.once('close', () => clearInterval(timer));
}
