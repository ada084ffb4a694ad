import { PassThrough, type Readable } from 'node:stream';
import { Refusal } from '@headwater/base/refusals/refusal';

/** Enough for 1 MiB at 280 kbit/s. */
const BODY_WITHIN_MS = 30_000;

/** Passes the bytes on, or fails with a 408 if they take too long, so that slow senders can't hold connections. */
export function withinTime(body: Readable): Readable {
  const timed = new PassThrough();
  const timer = setTimeout(() => timed.destroy(new Refusal('request_timeout')), BODY_WITHIN_MS);
  timed.once('close', () => clearTimeout(timer));
  // If the request was already refused, no one is listening anymore.
  timed.on('error', () => undefined);
  // A sender that disconnects also ends it. The length then shows that bytes are missing.
  body.once('close', () => {
    clearTimeout(timer);
    timed.end();
  });
  return body.pipe(timed);
}
