import type { ProfileEdit } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { queryClient, useMutation } from '@headwater/shared/query';
import { sessionQuery } from '@headwater/shared/session';
import { toast } from '@headwater/shared/ui';
import { editProfile } from './profile.queries.ts';

type Choice = Pick<ProfileEdit, 'language' | 'theme' | 'timeZone'>;

/**
 * Saves choices made in this browser in the profile, for the user's other browsers. Those of anonymous
 * visitors stay in this browser.
 */
export function useSaveChoice() {
  const errorText = useErrorText();
  const { mutate } = useMutation({
    mutationFn: (choice: Choice) => editProfile(choice),
    scope: { id: 'profile' }, // one after another, so that the last choice wins
    onError: (error) => toast.error(errorText(error)),
  });
  return (choice: Choice) => {
    if (queryClient.getQueryData(sessionQuery.queryKey)) mutate(choice);
  };
}
