import { useQuery } from '@headwater/shared/query';
import { QueryBoundary, Divider } from '@headwater/shared/ui';
import { FieldSkeletons } from '../field-skeletons.tsx';
import { messages } from '../messages.ts';
import { profileQuery } from '../profile.queries.ts';
import { AccountDeletionPart } from './account-deletion.part.tsx';
import { EmailPart } from './email.part.tsx';
import { GooglePart } from './google.part.tsx';
import { PasswordPart } from './password.part.tsx';

/** The ways to log in, and the deletion of the account. */
export function SecuritySection() {
  const t = messages.use();
  return (
    <QueryBoundary query={useQuery(profileQuery)} thing={t('thing')} loading={<FieldSkeletons count={4} />}>
      {(profile) => (
        <>
          <EmailPart profile={profile} />
          <Divider />
          <PasswordPart profile={profile} />
          <GooglePart profile={profile} />
          <Divider />
          <AccountDeletionPart profile={profile} />
        </>
      )}
    </QueryBoundary>
  );
}
