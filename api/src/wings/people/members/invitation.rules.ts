import { emailRules, firstBroken, INVITATIONS_MAX } from '@headwater/shared/contract';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { foldEmail } from '../identity/index.ts';
import type { InvitationRow } from './invitations.repository.ts';
import type { MemberRow } from './members.repository.ts';

/** Throws what is wrong with each address of a list, all at once. Expired invitations don't stand in the way. */
export function requireInvitable(
  emails: readonly string[],
  members: readonly MemberRow[],
  invitations: readonly InvitationRow[],
): void {
  const faults = emails.flatMap((email, index): Fault[] => {
    const pointer = `/data/attributes/emails/${index}`;
    const folded = foldEmail(email);
    if (firstBroken(emailRules, email)) return [{ code: 'email_invalid', pointer }];
    if (emails.findIndex((other) => foldEmail(other) === folded) < index)
      return [{ code: 'invited_twice', pointer, values: { email } }];
    const member = members.find((each) => foldEmail(each.email) === folded);
    if (member) return [{ code: 'already_member', pointer, values: { name: member.name || member.email } }];
    if (invitations.some(({ emailFolded, isExpired }) => emailFolded === folded && !isExpired))
      return [{ code: 'already_invited', pointer, values: { email } }];
    return [];
  });
  const [first, ...more] = faults;
  if (first) throw new Refusal([first, ...more]);
  const kept = invitations.filter(
    ({ emailFolded }) => !emails.some((email) => foldEmail(email) === emailFolded),
  );
  if (kept.length + emails.length > INVITATIONS_MAX)
    throw new Refusal('too_many_invitations', {
      pointer: '/data/attributes/emails',
      values: { most: INVITATIONS_MAX },
    });
}
