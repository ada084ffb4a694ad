import { Card, CodeBlock } from '@headwater/shared/ui/workspace';
import { Stack } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import type { FormValues } from './configuration.ts';
import { NumberedSteps } from './numbered-steps.tsx';

/** How to let Headwater read a spreadsheet: with whom to share it, once the key says that. */
export function GoogleSheetsGuide({ values }: { values: FormValues }) {
  const t = messages.use();
  const email = emailIn(String(values.serviceAccountKey ?? ''));
  return (
    <Card title={t('sheets_guide.title')}>
      <NumberedSteps>
        <li>{t('sheets_guide.link')}</li>
        <li>{t('sheets_guide.account')}</li>
        <li>
          <Stack gap={2}>
            {email === null ? t('sheets_guide.share') : t('sheets_guide.share_with')}
            {email !== null && <CodeBlock code={email} caption={t('sheets_guide.share_caption')} />}
          </Stack>
        </li>
        <li>{t('sheets_guide.head')}</li>
        <li>{t('sheets_guide.again')}</li>
      </NumberedSteps>
    </Card>
  );
}

/** Returns the address of a key's service account. It isn't secret. */
function emailIn(key: string): string | null {
  try {
    const { client_email: email } = JSON.parse(key) as { client_email?: unknown };
    return typeof email === 'string' && email.includes('@') ? email : null;
  } catch {
    return null;
  }
}
