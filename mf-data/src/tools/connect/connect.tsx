import {
  CLIENT_NAMES,
  CLIENTS,
  ClientSnippet,
  FirstUse,
  isOfModels,
  seenTables,
  type Client,
  type ServiceAccount,
} from '@headwater/shared/connecting';
import { paths, useSearchParams } from '@headwater/shared/routing';
import type { Table } from '@headwater/shared/tables';
import { Banner, Stack, styled, Text, TextLink } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { Chips, FilterChip } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { Connections } from './connections.tsx';
import { FirstRows } from './first-rows.tsx';
import { rowsSeen } from './rows-seen.ts';

interface ConnectProps {
  organizationId: string;
  /** At least one. */
  accounts: readonly ServiceAccount[];
  tables: readonly Table[];
}

const works = ({ status }: ServiceAccount) => status === 'active' || status === 'expiring';

/** Choices, which the URL has, and beside them what to run and whether it has arrived. */
export function Connect({ organizationId, accounts, tables }: ConnectProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const choose = (name: string, value: string) =>
    setQuery((before) => new URLSearchParams({ ...Object.fromEntries(before), [name]: value }), {
      replace: true,
    });
  const account =
    accounts.find(({ id }) => id === query.get('account')) ?? accounts.find(works) ?? accounts[0]!;
  const client = CLIENTS.find((each) => each === query.get('client')) ?? 'curl';
  const seen = seenTables(account.scope, tables);
  const table = seen.find(({ id }) => id === query.get('table')) ?? seen[0] ?? null;
  const isUnique = seen.filter(({ tableName }) => tableName === table?.tableName).length === 1;
  const mayRead = account.rights.includes('data:read') || account.rights.includes('sql:run');
  const rows = table && mayRead && !isOfModels(client) ? rowsSeen(account.scope, table) : null;
  return (
    <Columns>
      <Stack gap={5}>
        <Stack gap={2}>
          <Combobox
            label={t('connect.account')}
            value={account.id}
            options={accounts.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id) => choose('account', id)}
          />
          <Text size={13}>
            <TextLink to={paths.serviceAccount(organizationId, account.id)}>
              {t('connect.open_account')}
            </TextLink>
          </Text>
        </Stack>
        <ClientChoice client={client} onChange={(each) => choose('client', each)} />
        {isOfModels(client) ? (
          <Text tone="dim" size={13}>
            {t('connect.models_all')}
          </Text>
        ) : table ? (
          <Combobox
            label={t('connect.table')}
            value={table.id}
            options={seen.map(({ id, tableName, sourceConnectionName }) => ({
              value: id,
              label: `${tableName} (${sourceConnectionName})`,
            }))}
            onChange={(id) => choose('table', id)}
          />
        ) : (
          <Text tone="dim" size={13}>
            {t('connect.sees_no_table')}
          </Text>
        )}
      </Stack>
      <Stack gap={7}>
        <Stack gap={4} role="region" aria-label={t('connect.run_it')}>
          <h2>{t('connect.run_it')}</h2>
          <ClientSnippet
            account={account}
            client={client}
            target={{ origin: location.origin, organizationId, table, isUnique }}
          />
          {works(account) ? (
            <FirstUse account={account} />
          ) : (
            <NoToken organizationId={organizationId} account={account} />
          )}
          <Text tone="dim" size={13}>
            {t.rich('connect.openapi', {
              link: (words) => <TextLink href="/api/openapi.json">{words}</TextLink>,
            })}
          </Text>
        </Stack>
        {table && rows && (
          <FirstRows organizationId={organizationId} name={account.name} table={table} seen={rows} />
        )}
        <Connections organizationId={organizationId} accounts={accounts} current={account} />
      </Stack>
    </Columns>
  );
}

function ClientChoice({ client, onChange }: { client: Client; onChange(client: Client): void }) {
  const t = messages.use();
  const chips = (clients: readonly Client[], label: string) => (
    <Stack gap={2}>
      <Text tone="dim" size={13}>
        {label}
      </Text>
      <Chips role="group" aria-label={label}>
        {clients.map((each) => (
          <FilterChip key={each} pressed={each === client} onClick={() => onChange(each)}>
            {CLIENT_NAMES[each]}
          </FilterChip>
        ))}
      </Chips>
    </Stack>
  );
  return (
    <Stack gap={3} role="group" aria-label={t('connect.client')}>
      <Text size={13}>
        <b>{t('connect.client')}</b>
      </Text>
      {chips(
        CLIENTS.filter((each) => !isOfModels(each)),
        t('connect.programs'),
      )}
      {chips(CLIENTS.filter(isOfModels), t('connect.models'))}
    </Stack>
  );
}

function NoToken({ organizationId, account }: { organizationId: string; account: ServiceAccount }) {
  const t = messages.use();
  const { id, name, status } = account;
  return (
    <Banner tone="warn">
      {t.rich(status === 'disabled' ? 'connect.disabled' : 'connect.no_token', {
        name,
        link: (words) => <TextLink to={paths.serviceAccount(organizationId, id)}>{words}</TextLink>,
      })}
    </Banner>
  );
}

const Columns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, var(--form)) minmax(0, 1fr)',
  gap: 40,
  alignItems: 'start',
  '@media (max-width: 1000px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 28 },
});
