import { emailRules, firstBroken, StartError } from '@headwater/shared/contract';
import type { Arguments } from './command.ts';

/** Returns the command's `<email>`. Throws if it can't be an email address. */
export function emailIn({ named: { email = '' } }: Arguments): string {
  if (firstBroken(emailRules, email))
    throw new StartError(`${email} is not an email address.`, 'Check its spelling.');
  return email;
}
