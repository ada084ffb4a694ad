import { emailRules, firstBroken, webhookUrlRules, type ChannelKind } from '@headwater/shared/contract';
import { portOf, type Egress } from '@headwater/base/egress';
import { FailureError } from '@headwater/base/failures/failure';
import type { ErrorCode } from '@headwater/base/refusals/refusal-catalog';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';

const URL_FIELD = '/data/attributes/url';

interface GivenChannel {
  readonly url?: string;
  readonly memberIds?: readonly string[];
  readonly addresses?: readonly string[];
}

/** Refuses what doesn't belong to a channel of that kind, and addresses that can't be any. */
export function checkChannel(kind: ChannelKind, { url, memberIds, addresses = [] }: GivenChannel): void {
  const faults: Fault[] = [];
  if (kind === 'webhook' && (memberIds !== undefined || addresses.length > 0))
    faults.push({ code: 'channel_field_unfit', pointer: '/data/attributes/addresses' });
  if (kind === 'email' && url !== undefined) faults.push({ code: 'channel_field_unfit', pointer: URL_FIELD });
  if (kind === 'webhook' && url !== undefined) {
    const broken = firstBroken(webhookUrlRules, url);
    if (broken) faults.push({ code: broken.code as ErrorCode, pointer: URL_FIELD });
  }
  for (const [at, address] of addresses.entries())
    if (firstBroken(emailRules, address))
      faults.push({ code: 'email_invalid', pointer: `/data/attributes/addresses/${at}` });
  if (faults.length > 0) throw new Refusal(faults as [Fault, ...Fault[]]);
}

/** Refuses a URL that the product may not connect to, or whose host doesn't exist. */
export async function requireReachable(egress: Egress, address: string): Promise<void> {
  const url = new URL(address);
  try {
    await egress.resolve(url.hostname, portOf(url));
  } catch (error) {
    if (!(error instanceof FailureError)) throw error;
    const code =
      error.failure.code === 'host_not_found' ? 'webhook_host_not_found' : 'webhook_address_denied';
    throw new Refusal(code, { pointer: URL_FIELD, values: { host: url.hostname } });
  }
}
