import { api } from '@headwater/shared/api';
import type { ProfileEdit, ProfileResource } from '@headwater/shared/contract';
import type { Flat } from '@headwater/shared/json-api';
import { queryClient, queryOptions } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';

export type Profile = Flat<ProfileResource>;

/** Asked for each time that the drawer opens: confirmed addresses and other browsers change it elsewhere. */
export const profileQuery = queryOptions({
  queryKey: ['profiles'],
  queryFn: ({ signal }) => api.get<Profile>('profile', { signal }),
  refetchOnMount: 'always',
});

export const editProfile = async (attributes: ProfileEdit) =>
  keepProfile(await api.patch<Profile>('profile', { type: 'profiles', attributes }));

/** The profile as it was answered, and as much of it in the session as the menu and other screens show. */
export function keepProfile(profile: Profile) {
  queryClient.setQueryData(profileQuery.queryKey, profile);
  queryClient.setQueryData(
    sessionQuery.queryKey,
    (session) => session && { ...session, name: profile.name, email: profile.email },
  );
  return profile;
}
