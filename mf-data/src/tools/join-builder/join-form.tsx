import { JOINS_MAX, type JoinConfig } from '@headwater/shared/contract';
import { Button, Stack } from '@headwater/shared/ui';
import { IconPlus } from '@headwater/shared/ui/icons';
import { useQuery, useQueryClient } from '@headwater/shared/query';
import { tableQueries, type Table } from '@headwater/shared/tables';
import { useEffect, useRef } from 'react';
import { messages } from '../../messages.ts';
import { TableChoice } from '../frame/table-choice.tsx';
import { JoinColumns } from './join-columns.tsx';
import { EMPTY_JOIN, withFirstTable, withJoinedTable, withJoins, withoutJoin } from './join-config.ts';
import { JoinStep } from './join-step.tsx';
import { joinQueries } from './join.queries.ts';

interface JoinFormProps {
  organizationId: string;
  config: JoinConfig;
  onChange(config: JoinConfig): void;
}

/** Which tables are joined by what, and which columns come out of it. */
export function JoinForm({ organizationId, config, onChange }: JoinFormProps) {
  const t = messages.use();
  const client = useQueryClient();
  const latest = useRef(config);
  useEffect(() => {
    latest.current = config;
  }, [config]);
  const tables = useQuery(tableQueries.all(organizationId)).data;
  const tableOf = (id: string) => tables?.find((table) => table.id === id);
  const chosen = [config.tableId, ...config.joins.map(({ tableId }) => tableId)].map(tableOf);
  const before = (at: number, { tableId, joins }: JoinConfig) => [
    tableId,
    ...joins.slice(0, at).map((join) => join.tableId),
  ];

  /** Joins a table by what most likely is the key. People see why, and can choose another one. */
  const suggest = async (next: JoinConfig, at: number) => {
    const ids = before(at, next);
    const { tableId } = next.joins[at]!;
    if (tableId === '' || ids.includes('')) return;
    const found = await client
      .fetchQuery(joinQueries.keys(organizationId, ids, tableId))
      .catch(() => ({ keys: [] }));
    const now = latest.current;
    const [best] = found.keys;
    const isSame = now.joins[at]?.tableId === tableId && before(at, now).join() === ids.join();
    if (!best || !isSame || now.joins[at]!.keys.length > 0) return;
    const joins = now.joins.map((join, n) =>
      n === at ? { ...join, keys: [{ left: best.left, right: best.right }] } : join,
    );
    onChange(withJoins(now, joins));
  };
  const chooseFirst = ({ id }: Table) => {
    const next = withFirstTable(config, id);
    onChange(next);
    void suggest(next, 0);
  };
  const chooseJoined = (at: number, { id }: Table) => {
    const next = withJoinedTable(config, at, id);
    onChange(next);
    void suggest(next, at);
  };
  const canAdd = config.joins.length < JOINS_MAX && config.joins.every(({ keys }) => keys.length > 0);

  return (
    <Stack gap={4}>
      <TableChoice
        organizationId={organizationId}
        label={t('join.first_table')}
        value={config.tableId}
        onChange={chooseFirst}
      />
      {config.joins.map((join, at) => (
        <JoinStep
          key={at}
          {...{ organizationId, at, join, joins: config.joins }}
          tables={chosen}
          onTable={(table) => chooseJoined(at, table)}
          onChange={(next) =>
            onChange(
              withJoins(
                config,
                config.joins.map((other, n) => (n === at ? next : other)),
              ),
            )
          }
          onRemove={config.joins.length > 1 ? () => onChange(withoutJoin(config, at)) : undefined}
        />
      ))}
      {config.joins.length < JOINS_MAX && (
        <div>
          <Button
            size="small"
            icon={<IconPlus />}
            disabledReason={canAdd ? undefined : t('join.finish_first')}
            onClick={() => onChange({ ...config, joins: [...config.joins, EMPTY_JOIN] })}
          >
            {t('join.add_table')}
          </Button>
        </div>
      )}
      {chosen.every((table) => table !== undefined) && (
        <JoinColumns config={config} tables={chosen} onChange={onChange} />
      )}
    </Stack>
  );
}
