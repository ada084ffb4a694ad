import {
  CLIENT_NAMES,
  CLIENTS,
  ClientSnippet,
  seenTables,
  type Client,
  type ServiceAccount,
} from '@headwater/shared/connecting';
import { useQuery } from '@headwater/shared/query';
import { paths, useParams } from '@headwater/shared/routing';
import { Row, Stack, TextLink } from '@headwater/shared/ui';
import { Chips, FilterChip } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { tableQueries } from '@headwater/shared/tables';

/** How clients connect as the account. Other tables are chosen in the tool for that. */
export function Snippets({ account }: { account: ServiceAccount }) {
  const t = messages.use();
  const { organizationId = '' } = useParams();
  const [client, setClient] = useState<Client>('curl');
  const seen = seenTables(account.scope, useQuery(tableQueries.all(organizationId)).data ?? []);
  const table = seen[0] ?? null;
  const isUnique = seen.filter((each) => each.tableName === table?.tableName).length === 1;
  return (
    <Stack gap={3}>
      <h2>{t('accounts.use_it')}</h2>
      <Chips role="group" aria-label={t('accounts.use_it')}>
        {CLIENTS.map((each) => (
          <FilterChip key={each} pressed={each === client} onClick={() => setClient(each)}>
            {CLIENT_NAMES[each]}
          </FilterChip>
        ))}
      </Chips>
      <ClientSnippet
        account={account}
        client={client}
        target={{ origin: location.origin, organizationId, table, isUnique }}
      />
      <Row>
        <TextLink to={paths.connect(organizationId, { account: account.id, client })}>
          {t('accounts.choose_table')}
        </TextLink>
      </Row>
    </Stack>
  );
}
