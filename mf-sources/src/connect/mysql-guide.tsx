import { Stack } from '@headwater/shared/ui';
import { Card, CodeBlock } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { FormValues } from './configuration.ts';
import { mysqlGrantScript } from './mysql-grant-script.ts';
import { NumberedSteps } from './numbered-steps.tsx';
import { SqlCode } from './sql-code.tsx';

/** What to set up on the server first, with the names that the form contains so far. */
export function MysqlGuide({ values }: { values: FormValues }) {
  const t = messages.use();
  const text = (name: string) => String(values[name] ?? '').trim();
  const code = mysqlGrantScript({ database: text('database'), username: text('user') });
  return (
    <Card title={t('guide.title')}>
      <NumberedSteps>
        <li>
          {t('guide.reach', { host: text('host') || t('guide.your_host'), port: text('port') || '3306' })}
        </li>
        <li>
          <Stack gap={2}>
            {t('guide.user_mysql')}
            <CodeBlock code={code} caption={t('guide.caption_mysql')}>
              <SqlCode code={code} />
            </CodeBlock>
          </Stack>
        </li>
        <li>{t('guide.replica')}</li>
      </NumberedSteps>
    </Card>
  );
}
