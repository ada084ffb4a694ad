import { ownValue } from '@headwater/shared/contract';
import { Stack } from '@headwater/shared/ui';
import { Card, CodeBlock } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import type { FormValues } from './configuration.ts';
import { grantScript } from './grant-script.ts';
import { mysqlGrantScript } from './mysql-grant-script.ts';
import { NumberedSteps } from './numbered-steps.tsx';
import { SqlCode } from './sql-code.tsx';

interface DatabaseGuideProps {
  connector: 'postgres' | 'mysql';
  values: FormValues;
}

/** What to set up on the server first, with the names that the form contains so far. */
export function DatabaseGuide({ connector, values }: DatabaseGuideProps) {
  const t = messages.use();
  const text = (name: string) => String(ownValue(values, name) ?? '').trim();
  const names = { database: text('database'), username: text('user') };
  const { port, who, code, caption } =
    connector === 'mysql'
      ? {
          port: '3306',
          who: t('guide.user_mysql'),
          code: mysqlGrantScript(names),
          caption: t('guide.caption_mysql'),
        }
      : {
          port: '5432',
          who: t('guide.user'),
          code: grantScript(names, t('guide.later_tables')),
          caption: t('guide.caption', { database: names.database || t('guide.your_database') }),
        };
  const database = { host: text('host') || t('guide.your_host'), port: text('port') || port };
  return (
    <Card title={t('guide.title')}>
      <NumberedSteps>
        <li>
          {values.tunnel === 'ssh'
            ? t('guide.reach_ssh', {
                ...database,
                server: text('tunnel_host') || t('guide.your_ssh_host'),
                serverPort: text('tunnel_port') || '22',
              })
            : t('guide.reach', database)}
        </li>
        <li>
          <Stack gap={2}>
            {who}
            <CodeBlock code={code} caption={caption}>
              <SqlCode code={code} />
            </CodeBlock>
          </Stack>
        </li>
        <li>{t('guide.replica')}</li>
      </NumberedSteps>
    </Card>
  );
}
