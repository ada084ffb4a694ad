import { timingSafeEqual } from 'node:crypto';
import { pageUrl } from '../../../http/own-origins.ts';
import type { Config } from '../../../platform/config/config.ts';
import { hmac } from '../../../platform/secrets/keys.ts';

/** Whom a link unsubscribes from what. */
interface Unsubscription {
  readonly workspaceId: string;
  readonly subscriptionId: string;
  readonly userId: string;
}

const FORM = /^(org_[0-9a-z]{26})\.(rsb_[0-9a-z]{26})\.(usr_[0-9a-z]{26})\.([A-Za-z0-9_-]{43})$/;

/** Returns what the link in a mail contains. It lets whoever has the mail unsubscribe its reader, and nothing else. */
export function unsubscribeToken(key: Buffer, unsubscription: Unsubscription): string {
  const named = nameOf(unsubscription);
  return `${named}.${hmac(key, named).toString('base64url')}`;
}

/** Where mail programs send that their reader unsubscribes, under `/api`. */
export const ONE_CLICK_PATH = '/report-unsubscriptions/:unsubscribeToken';

export const oneClickUrl = (config: Config, token: string): string =>
  pageUrl(config, `/api${ONE_CLICK_PATH.replace(':unsubscribeToken', token)}`);

/** Returns what a token stands for, or undefined if we haven't signed it. */
export function readUnsubscribeToken(key: Buffer, token: string): Unsubscription | undefined {
  const [, workspaceId, subscriptionId, userId, signature] = FORM.exec(token) ?? [];
  if (signature === undefined) return undefined;
  const found = { workspaceId: workspaceId!, subscriptionId: subscriptionId!, userId: userId! };
  const [given, right] = [Buffer.from(signature, 'base64url'), hmac(key, nameOf(found))];
  return given.length === right.length && timingSafeEqual(given, right) ? found : undefined;
}

const nameOf = ({ workspaceId, subscriptionId, userId }: Unsubscription) =>
  `${workspaceId}.${subscriptionId}.${userId}`;
