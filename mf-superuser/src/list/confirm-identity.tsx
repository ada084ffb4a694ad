import { useEffect, useState } from 'react';
import { passwordRequired } from '@headwater/shared/contract';
import { Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQuery } from '@headwater/shared/query';
import { paths, useLocation } from '@headwater/shared/routing';
import { endSession, useSignedIn } from '@headwater/shared/session';
import { Button, ErrorPanel, Stack, Text, toast } from '@headwater/shared/ui';
import { Card } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { hasPasswordQuery, reauthenticate } from '../superuser.queries.ts';

/** Shown instead of a list to superusers who signed in a while ago: asks them to confirm their identity. */
export function ConfirmIdentity({ onConfirmed }: { onConfirmed(): void }) {
  const t = messages.use();
  const errorText = useErrorText();
  useReturnFocus();
  const { data: hasPassword, error, refetch, isFetching } = useQuery(hasPasswordQuery);
  if (error)
    return (
      <ErrorPanel title={t('confirm.title')} onRetry={() => void refetch()} retrying={isFetching}>
        {errorText(error)}
      </ErrorPanel>
    );
  if (hasPassword === undefined) return null;
  return (
    <Stack style={{ maxWidth: 440 }}>
      <Card title={t('confirm.title')}>
        {hasPassword ? <PasswordForm onConfirmed={onConfirmed} /> : <LogInAgain />}
      </Card>
    </Stack>
  );
}

/** Returns the focus to the element that had it before, such as the search field. */
function useReturnFocus() {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus();
    },
    [before],
  );
}

const RULES = { password: [passwordRequired] };

function PasswordForm({ onConfirmed }: { onConfirmed(): void }) {
  const t = messages.use();
  const confirm = async ({ password }: { password: string }) => {
    await reauthenticate(password);
    onConfirmed();
  };
  return (
    <Form initialValues={{ password: '' }} validate={RULES} onSubmit={confirm}>
      <Text tone="muted">{t('confirm.why')}</Text>
      <FormBanner />
      <PasswordField
        name="password"
        label={t('confirm.password')}
        autoComplete="current-password"
        autoFocus
      />
      <div>
        <SubmitButton pending={t('confirm.pending')}>{t('confirm.submit')}</SubmitButton>
      </div>
    </Form>
  );
}

/** Users who only sign in with Google confirm their identity by signing in again. */
function LogInAgain() {
  const t = messages.use();
  const session = useSignedIn();
  const errorText = useErrorText();
  const { pathname } = useLocation();
  const leave = useMutation({
    mutationFn: () => endSession(session),
    onSuccess: () => window.location.assign(paths.login({ next: pathname })),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Stack gap={4}>
      <Text tone="muted">{t('confirm.logInAgain')}</Text>
      <div>
        <Button autoFocus busy={leave.isPending || leave.isSuccess} onClick={() => leave.mutate()}>
          {t('confirm.logOut')}
        </Button>
      </div>
    </Stack>
  );
}
