import { api } from '@headwater/shared/api';
import type { ProfileEdit, ProfileResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';

export type Profile = Flat<ProfileResource>;

/**
 * Fetched each time the drawer opens, because confirmed email addresses and other browsers change it
 * elsewhere.
 */
export const profileQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: ({ signal }) => api.get<Profile>('profile', { signal }),
  refetchOnMount: 'always',
});

export const editProfile = async (attributes: ProfileEdit) =>
  keepProfile(await api.patch<Profile>('profile', { type: 'profiles', attributes }));

/**
 * Stores the profile from a response, and in the session those parts that the menu and other screens show.
 */
export function keepProfile(profile: Profile) {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  queryClient.setQueryData(
    sessionQuery.queryKey,
    (session) => session && { ...session, name: profile.name, email: profile.email },
  );
  return profile;
}
