import { sql } from 'kysely';
import type { ProfileAttributes, ProfileEdit } from '@headwater/shared/contract';
import type { Database } from '../../../platform/database/database.ts';
import { installationSelect, type InstallationDb } from '../../../platform/database/installation-db.ts';

type ProfileRow = Omit<ProfileAttributes, 'createdAt' | 'ownWorkspaces' | 'adminOf'> & {
  readonly createdAt: Date;
};

/** Returns undefined if the user has just deleted their account. */
export async function findProfile(database: Database, userId: string): Promise<ProfileRow | undefined> {
  const [row] = await installationSelect<ProfileRow>(
    database,
    sql`
      select
        email, name, language, theme, time_zone as "timeZone", created_at as "createdAt",
        password_hash is not null as "hasPassword",
        (
          select email from account_codes
          where user_id = users.id and purpose = 'change_email' and spent_at is null and expires_at > now()
          order by created_at desc, id desc limit 1
        ) as "pendingEmail",
        (
          select email from user_identities where user_id = users.id order by created_at desc limit 1
        ) as "googleEmail"
      from users where id = ${userId}`,
  );
  return row;
}

export async function updateProfile(
  db: InstallationDb,
  userId: string,
  { name, language, theme, timeZone }: ProfileEdit,
): Promise<void> {
  await db
    .updateTable('users')
    .set({ name, language, theme, time_zone: timeZone })
    .where('id', '=', userId)
    .execute();
}
