import { emailRules, firstBroken, INVITED_AT_ONCE_MAX } from '@headwater/shared/contract';

/** Returns the addresses in a text, however they are separated; those of "Mara <mara@…>" without the name. */
export function addressesIn(text: string): string[] {
  const parts = text
    .split(/[\n,;]+/)
    .flatMap((part) => /<([^<>]+)>/.exec(part)?.[1] ?? part.trim().split(/\s+/))
    .map((part) => part.trim())
    .filter((part) => part !== '');
  return parts.filter(
    (part, index) => parts.findIndex((other) => other.toLowerCase() === part.toLowerCase()) === index,
  );
}

type Fault = { code: 'none' } | { code: 'too_many'; most: number } | { code: 'invalid'; email: string };

/** Returns what is wrong with a list before it is sent, if anything. */
export function faultOf(emails: readonly string[]): Fault | undefined {
  if (emails.length === 0) return { code: 'none' };
  if (emails.length > INVITED_AT_ONCE_MAX) return { code: 'too_many', most: INVITED_AT_ONCE_MAX };
  const invalid = emails.find((email) => firstBroken(emailRules, email));
  return invalid === undefined ? undefined : { code: 'invalid', email: invalid };
}
