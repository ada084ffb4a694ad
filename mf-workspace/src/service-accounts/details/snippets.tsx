import { useQuery } from '@headwater/shared/query';
import { useParams } from '@headwater/shared/routing';
import { Stack } from '@headwater/shared/ui';
import { Chips, CodeBlock, FilterChip } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { choosableTables, type ServiceAccount } from '../account.queries.ts';
import { chosenOfTable } from '../scope/scope.ts';
import { snippetsFor } from './snippets.ts';

const LANGUAGES = { curl: 'curl', python: 'Python', node: 'Node' } as const;
type Language = keyof typeof LANGUAGES;

/** Programs that read a table which the account sees. */
export function Snippets({ account: { scope } }: { account: ServiceAccount }) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const [language, setLanguage] = useState<Language>('curl');
  const tables = useQuery(choosableTables(organizationId)).data ?? [];
  const table = tables.find(
    (each) => each.version !== null && (scope === null || chosenOfTable(scope, each) !== 'none'),
  );
  const snippets = snippetsFor({ origin: location.origin, organizationId, table: table ?? null });
  return (
    <Stack gap={3}>
      <h2>{t('accounts.use_it')}</h2>
      <Chips role="group" aria-label={t('accounts.use_it')}>
        {(Object.keys(LANGUAGES) as Language[]).map((each) => (
          <FilterChip key={each} pressed={each === language} onClick={() => setLanguage(each)}>
            {LANGUAGES[each]}
          </FilterChip>
        ))}
      </Chips>
      <CodeBlock
        code={snippets[language]}
        caption={table ? t('accounts.reads_table', { table: table.tableName }) : t('accounts.lists_tables')}
      />
    </Stack>
  );
}
