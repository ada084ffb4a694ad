import { createHmac, randomBytes } from 'node:crypto';
import type { DeliveryFault } from '@headwater/shared/contract';
import { pinnedRequest, type Egress } from '@headwater/base/egress';
import { FailureError } from '@headwater/base/failures/failure';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** Returns a new secret in the form of the Standard Webhooks specification, which libraries for receivers expect. */
export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

/** What a receiver verifies: that the ID, the time, and the body come from whoever knows the secret. */
function signatureOf(secret: string, id: string, seconds: number, body: string): string {
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(`${id}.${seconds}.${body}`).digest('base64')}`;
}

interface WebhookCall {
  /** The same with each attempt, so that a receiver can tell repetitions. */
  readonly id: string;
  readonly url: string;
  readonly secret: string;
  readonly body: string;
  readonly milliseconds: number;
}

export interface WebhookAnswer {
  readonly status: number | null;
  /** Null if it was accepted. */
  readonly fault: DeliveryFault | null;
}

/** Sends one signed call, and returns what came of it. Only the status of the response is read. */
export async function callWebhook(
  egress: Egress,
  { id, url, secret, body, milliseconds }: WebhookCall,
): Promise<WebhookAnswer> {
  const seconds = Math.floor(Date.now() / 1000);
  const signal = AbortSignal.timeout(milliseconds);
  try {
    const response = await pinnedRequest(egress, new URL(url), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': 'Headwater',
        'webhook-id': id,
        'webhook-timestamp': String(seconds),
        'webhook-signature': signatureOf(secret, id, seconds, body),
      },
      body,
      signal,
    });
    response.on('error', () => undefined).destroy();
    const { statusCode: status = 0 } = response;
    return { status, fault: faultOfStatus(status) };
  } catch (error) {
    return { status: null, fault: signal.aborted ? 'timed_out' : faultOf(error) };
  }
}

function faultOfStatus(status: number): DeliveryFault | null {
  if (status >= 200 && status < 300) return null;
  return status >= 300 && status < 400 ? 'redirected' : 'rejected';
}

function faultOf(error: unknown): DeliveryFault {
  if (error instanceof FailureError) {
    const { code } = error.failure;
    return code === 'host_not_found' ? code : 'address_denied';
  }
  const code = String((error as NodeJS.ErrnoException | null)?.code ?? '');
  if (code === 'ECONNREFUSED') return 'connection_refused';
  return /CERT|TLS|SSL|SIGNATURE|EPROTO/.test(code) ? 'tls' : 'unreachable';
}
