import { PassThrough, type Readable } from 'node:stream';
import { Refusal } from '../platform/refusals/refusal.ts';

/** 1 MiB at 280 kbit/s. */
const BODY_WITHIN_MS = 30_000;

/** The same bytes, which end in a 408 if they haven't all arrived in time: nobody holds a connection by sending slowly. */
export function withinTime(body: Readable): Readable {
  const timed = new PassThrough();
  const timer = setTimeout(() => timed.destroy(new Refusal('request_timeout')), BODY_WITHIN_MS);
  timed.once('close', () => clearTimeout(timer));
  // Where the request was refused already, nobody listens any more.
  timed.on('error', () => undefined);
  // Also a sender that goes away ends it; what is missing then shows by its length.
  body.once('close', () => {
    clearTimeout(timer);
    timed.end();
  });
  return body.pipe(timed);
}
