import { useSignInOptions } from '@headwater/shared/session';
import { Note, Stack, Text } from '@headwater/shared/ui';
import { Arrival } from '../arrival.tsx';
import { messages } from '../messages.ts';

/** Replaces the form, in the specification's words. */
export function RequestedNotice({ email }: { email: string }) {
  const t = messages.use();
  const { mail } = useSignInOptions();
  return (
    <Arrival>
      <Stack gap={2}>
        <Text as="p">{t('requestReset.done', { email })}</Text>
        {!mail && <Note>{t('requestReset.noMail')}</Note>}
      </Stack>
    </Arrival>
  );
}
