import { api } from '@headwater/shared/api';
import type { AccountDeletion, EmailChange, GoogleLink, PasswordChange } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { storeSession, type Session } from '@headwater/shared/session';
import { keepProfile, profileQuery, type Profile } from '../profile.queries.ts';

/** Where mail goes out the new address is pending until it is confirmed; elsewhere it holds at once. */
export const changeEmail = async (attributes: EmailChange) =>
  keepProfile(await api.post<Profile>('email-changes', { type: 'email_changes', attributes }));

/** Ends every other session and goes on in a new one. */
export const changePassword = async (attributes: PasswordChange) =>
  storeSession(await api.post<Session>('password-changes', { type: 'password_changes', attributes }));

/** Goes on in a new session, as whoever can let in somebody else has just proved who they are. */
export async function linkGoogle(attributes: GoogleLink): Promise<Profile> {
  storeSession(await api.post<Session>('google-links', { type: 'google_links', attributes }));
  return queryClient.fetchQuery({ ...profileQuery, staleTime: 0 });
}

export async function unlinkGoogle() {
  await api.delete('profile/google');
  await queryClient.invalidateQueries({ queryKey: profileQuery.queryKey });
}

export const deleteAccount = (attributes: AccountDeletion) =>
  api.post('account-deletions', { type: 'account_deletions', attributes });
