import type { Rule } from '../ground/rule.ts';
import { WEBHOOK_URL_MAX } from './notification-limits.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];

/** Over https, or on this machine itself, which nothing leaves. */
function isWebhookUrl(value: string): boolean {
  if (value.length > WEBHOOK_URL_MAX || /[\s\p{Cc}]/u.test(value) || !URL.canParse(value)) return false;
  const url = new URL(value);
  if (url.username !== '' || url.password !== '' || url.hash !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.includes(url.hostname));
}

export const webhookUrlRules: readonly Rule[] = [
  {
    code: 'webhook_url_invalid',
    message: 'Enter a URL that begins with https://, without a user, a password, or a fragment',
    test: isWebhookUrl,
  },
];
