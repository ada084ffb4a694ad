import { isInResult, JOIN_KEYS_MAX, JOIN_KINDS, type Join, type JoinKey } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import type { Table } from '@headwater/shared/tables';
import { Button, IconButton, Loading, Skeleton, styled, Text } from '@headwater/shared/ui';
import { IconPlus, IconTrash } from '@headwater/shared/ui/icons';
import { Select } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { TableChoice } from '../frame/table-choice.tsx';
import { joinQueries } from './join.queries.ts';

interface JoinStepProps {
  organizationId: string;
  /** Its position among the joins. */
  at: number;
  join: Join;
  joins: readonly Join[];
  /** All tables in their order, as far as they're known. */
  tables: readonly (Table | undefined)[];
  onTable(table: Table): void;
  onChange(join: Join): void;
  /** Undefined for the only one. */
  onRemove: (() => void) | undefined;
}

/** A table that is joined: by which columns, and which rows stay. */
export function JoinStep(props: JoinStepProps) {
  const { organizationId, at, join, tables, onTable, onChange, onRemove } = props;
  const t = messages.use();
  const joined = tables[at + 1];
  const isReady = joined !== undefined && tables.slice(0, at + 1).every((table) => table !== undefined);
  return (
    <Box>
      <legend>{t('join.step', { number: at + 1 })}</legend>
      <TableChoice
        organizationId={organizationId}
        label={t('join.with')}
        value={join.tableId}
        onChange={onTable}
      />
      <Select
        label={t('join.kind')}
        value={join.kind}
        options={JOIN_KINDS.map((kind) => ({ value: kind, label: t(`join.kind.${kind}`) }))}
        onChange={({ target }) =>
          onChange({ ...join, kind: JOIN_KINDS.find((one) => one === target.value)! })
        }
      />
      {isReady && <Keys {...props} joined={joined} />}
      {onRemove && (
        <div>
          <Button size="small" variant="ghost" icon={<IconTrash />} onClick={onRemove}>
            {t('join.remove_table', { table: joined?.tableName ?? String(at + 1) })}
          </Button>
        </div>
      )}
    </Box>
  );
}

function Keys({
  organizationId,
  at,
  join,
  joins,
  tables,
  joined,
  onChange,
}: JoinStepProps & { joined: Table }) {
  const t = messages.use();
  const [isAdding, setAdding] = useState(false);
  const nameOf = ({ left, right }: JoinKey) =>
    t('join.pair', {
      left: `${tables[left.table]?.tableName}.${left.column}`,
      right: `${joined.tableName}.${right}`,
    });
  const add = (key: JoinKey) => {
    setAdding(false);
    onChange({ ...join, keys: [...join.keys, key] });
  };
  return (
    <Group>
      <h3>{t('join.keys')}</h3>
      {join.keys.length > 0 && (
        <ul aria-label={t('join.keys')}>
          {join.keys.map((key, n) => (
            <li key={nameOf(key)}>
              <code>{nameOf(key)}</code>
              <IconButton
                label={t('join.remove_key', { key: nameOf(key) })}
                onClick={() => onChange({ ...join, keys: join.keys.filter((_, other) => other !== n) })}
              >
                <IconTrash />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      <Suggestions
        {...{ organizationId, at, join, joins, tables }}
        nameOf={nameOf}
        onUse={(key) => onChange({ ...join, keys: [key] })}
      />
      {isAdding ? (
        <KeyForm {...{ at, joins, tables, joined }} onAdd={add} />
      ) : (
        <div>
          <Button
            size="small"
            icon={<IconPlus />}
            disabledReason={join.keys.length >= JOIN_KEYS_MAX ? t('join.no_more_keys') : undefined}
            onClick={() => setAdding(true)}
          >
            {t('join.add_key')}
          </Button>
        </div>
      )}
    </Group>
  );
}

interface SuggestionsProps extends Pick<
  JoinStepProps,
  'organizationId' | 'at' | 'join' | 'joins' | 'tables'
> {
  nameOf(key: JoinKey): string;
  onUse(key: JoinKey): void;
}

/** By what the table could be joined, and why that is likely. */
function Suggestions({ organizationId, at, join, joins, tables, nameOf, onUse }: SuggestionsProps) {
  const t = messages.use();
  const { number } = useFormat();
  const before = tables.slice(0, at + 1).map((table) => table!.id);
  const suggested = useQuery(joinQueries.keys(organizationId, before, join.tableId));
  if (suggested.isError) return <Text tone="dim">{t('join.no_suggestions')}</Text>;
  if (!suggested.data)
    return (
      <Loading>
        <Skeleton width="100%" height={44} />
      </Loading>
    );
  const keys = suggested.data.keys.filter(({ left }) => isInResult(joins, left.table));
  if (keys.length === 0)
    return join.keys.length === 0 && <Text tone="dim">{t('join.nothing_suggested')}</Text>;
  const isUsed = (key: JoinKey) => join.keys.some((used) => nameOf(used) === nameOf(key));
  return (
    <ol aria-label={t('join.suggestions')}>
      {keys.map(({ left, right, reason, values, found, mostRows }) => {
        const key = { left, right };
        return (
          <li key={nameOf(key)}>
            <Suggestion type="button" aria-pressed={isUsed(key)} onClick={() => onUse(key)}>
              <code>{nameOf(key)}</code>
              <span>
                {[
                  ...(reason === 'values' || reason === 'key' ? [] : [t(`join.reason.${reason}`)]),
                  t('join.overlap', { found: number(found), values }),
                  mostRows > 1 && t('join.most_rows', { count: mostRows }),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </Suggestion>
          </li>
        );
      })}
    </ol>
  );
}

interface KeyFormProps extends Pick<JoinStepProps, 'at' | 'joins' | 'tables'> {
  joined: Table;
  onAdd(key: JoinKey): void;
}

function KeyForm({ at, joins, tables, joined, onAdd }: KeyFormProps) {
  const t = messages.use();
  const lefts = tables
    .slice(0, at + 1)
    .flatMap((table, n) =>
      isInResult(joins, n) ? table!.columns.map(({ name }) => ({ table: n, column: name })) : [],
    );
  const [left, setLeft] = useState(0);
  const [right, setRight] = useState(joined.columns[0]?.name ?? '');
  return (
    <Group>
      <Select
        label={t('join.left_column')}
        value={String(left)}
        options={lefts.map(({ table, column }, n) => ({
          value: String(n),
          label: `${tables[table]!.tableName}.${column}`,
        }))}
        onChange={({ target }) => setLeft(Number(target.value))}
      />
      <Select
        label={t('join.right_column', { table: joined.tableName })}
        value={right}
        options={joined.columns.map(({ name }) => ({ value: name, label: name }))}
        onChange={({ target }) => setRight(target.value)}
      />
      <div>
        <Button size="small" onClick={() => onAdd({ left: lefts[left]!, right })}>
          {t('join.add_this_key')}
        </Button>
      </div>
    </Group>
  );
}

const Box = styled('fieldset')({
  display: 'grid',
  gap: 12,
  margin: 0,
  padding: 12,
  minWidth: 0,
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  '& > legend': { padding: '0 4px', fontSize: 'var(--size-12)', color: 'var(--text-2)' },
});
const Group = styled('div')({
  display: 'grid',
  gap: 8,
  minWidth: 0,
  '& h3': { fontSize: 'var(--size-13)', fontWeight: 'var(--weight-medium)' },
  '& ul, & ol': { listStyle: 'none', margin: 0, padding: 0, display: 'grid', gap: 6, minWidth: 0 },
  '& li': { minWidth: 0 },
  '& ul > li': {
    display: 'flex',
    gap: 8,
    alignItems: 'center',
    paddingLeft: 10,
    borderRadius: 'var(--radius)',
    background: 'var(--surface-3)',
  },
  '& ul > li > button': { marginLeft: 'auto' },
  '& code': { minWidth: 0, overflowWrap: 'anywhere' },
});
const Suggestion = styled('button')({
  display: 'grid',
  gap: 2,
  width: '100%',
  padding: '8px 10px',
  textAlign: 'left',
  font: 'inherit',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  background: 'var(--surface)',
  border: '1px solid var(--line-2)',
  borderRadius: 'var(--radius)',
  cursor: 'pointer',
  '& code': { color: 'var(--text)' },
  '&:hover': { background: 'var(--surface-2)' },
  '&[aria-pressed="true"]': { borderColor: 'var(--accent)' },
});
