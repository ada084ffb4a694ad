import { emailRules, firstBroken } from '@headwater/shared/contract';
import { StartError } from '../platform/config/start-error.ts';
import type { Arguments } from './command.ts';

/** The command's `<email>`; refuses what can't be one. */
export function emailIn({ named: { email = '' } }: Arguments): string {
  if (firstBroken(emailRules, email))
    throw new StartError(`${email} is not an email address.`, 'Check its spelling.');
  return email;
}
