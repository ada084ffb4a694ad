import { api } from '@headwater/shared/api';
import type { AccountDeletion, EmailChange, GoogleLink, PasswordChange } from '@headwater/shared/contract';
import { queryClient } from '@headwater/shared/query';
import { storeSession, type Session } from '@headwater/shared/session';
import { keepProfile, profileQuery, type Profile } from '../profile.queries.ts';

/**
 * If the installation sends email, the new address is pending until it is confirmed. Otherwise, it applies
 * immediately.
 */
export const changeEmail = async (attributes: EmailChange) =>
  keepProfile(await api.post<Profile>('email-changes', { type: 'email_changes', attributes }));

/** Ends every other session and continues in a new one. */
export const changePassword = async (attributes: PasswordChange) =>
  storeSession(await api.post<Session>('password-changes', { type: 'password_changes', attributes }));

/** Continues in a new session, because linking requires the user to prove who they are. */
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
