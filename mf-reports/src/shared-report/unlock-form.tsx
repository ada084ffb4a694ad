import { Form, FormBanner, PasswordField, SubmitButton } from '@headwater/shared/forms';
import { Stack, Text } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { unlockShare } from './shared.queries.ts';

/** Asks for the password of a shared report. */
export function UnlockForm({ token, onOpen }: { token: string; onOpen(pass: string): void }) {
  const t = messages.use();
  return (
    <Form
      initialValues={{ password: '' }}
      onSubmit={async ({ password }) => onOpen((await unlockShare(token, password)).pass)}
    >
      <Stack gap={4}>
        <div>
          <h1>{t('share.page.locked')}</h1>
          <Text tone="muted">{t('share.page.locked_text')}</Text>
        </div>
        <FormBanner />
        <PasswordField name="password" label={t('share.password')} autoComplete="off" autoFocus />
        <SubmitButton pending={t('share.page.unlocking')}>{t('share.page.unlock')}</SubmitButton>
      </Stack>
    </Form>
  );
}
