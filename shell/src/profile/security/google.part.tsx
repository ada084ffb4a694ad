import { useErrorText } from '@headwater/shared/messages';
import { useMutation } from '@headwater/shared/query';
import { useSignInOptions } from '@headwater/shared/session';
import { Button, Divider, Note, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { Profile } from '../profile.queries.ts';
import { unlinkGoogle } from './account.queries.ts';
import { Editable } from './editable.tsx';
import { GoogleForm } from './google.form.tsx';

/** Shows nothing if this installation doesn't offer Google, unless an account was connected before. */
export function GooglePart({ profile: { googleEmail, hasPassword } }: { profile: Profile }) {
  const t = messages.use();
  const options = useSignInOptions();
  if (googleEmail === null && !options.google) return null;
  return (
    <>
      <Divider />
      {googleEmail === null ? (
        <Editable title={t('google.title')} value={t('google.none')} action={t('google.connect')}>
          {(close) => <GoogleForm onDone={close} />}
        </Editable>
      ) : (
        <>
          <Editable title={t('google.title')} value={t('google.connected', { email: googleEmail })} />
          {hasPassword ? <Disconnect /> : <Note>{t('google.only_way')}</Note>}
        </>
      )}
    </>
  );
}

function Disconnect() {
  const t = messages.use();
  const errorText = useErrorText();
  const { mutate, isPending } = useMutation({
    mutationFn: unlinkGoogle,
    onSuccess: () => toast.success(t('google.disconnected')),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <div>
      <Button busy={isPending} onClick={() => mutate()}>
        {t('google.disconnect')}
      </Button>
    </div>
  );
}
