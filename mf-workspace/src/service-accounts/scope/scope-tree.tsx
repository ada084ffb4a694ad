import type { DataScope } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Button, Cut, IconButton, Row, styled, Text } from '@headwater/shared/ui';
import { IconChevronDown, IconChevronRight, IconData, IconSources } from '@headwater/shared/ui/icons';
import { Checkbox, SearchInput } from '@headwater/shared/ui/inputs';
import { Frame } from '@headwater/shared/ui/workspace';
import { useState, type ReactNode } from 'react';
import { messages } from '../../messages.ts';
import { RowFilterFields } from './row-filter-fields.tsx';
import { filterOf, withFilter } from './row-filter.ts';
import {
  chosenOfConnection,
  chosenOfTable,
  isColumnChosen,
  isNamed,
  turnColumn,
  turnConnection,
  turnTable,
  type ChoosableTable,
  type Chosen,
} from './scope.ts';

/** More than this is found by searching. */
const MOST_SHOWN = 200;

interface ScopeTreeProps {
  tables: readonly ChoosableTable[];
  scope: DataScope;
  onChange(scope: DataScope): void;
  disabled: boolean;
}

/** Connections, tables, and columns, each of which can be chosen. */
export function ScopeTree({ tables, scope, onChange, disabled }: ScopeTreeProps) {
  const t = messages.use();
  const { number } = useFormat();
  const [search, setSearch] = useState('');
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const [onlyChosen, setOnlyChosen] = useState(false);
  const found = findTables(tables, search).filter(
    (table) => !onlyChosen || chosenOfTable(scope, table) !== 'none',
  );
  const connections = byConnection(found.slice(0, MOST_SHOWN));
  const siblingsOf = (id: string) => tables.filter(({ sourceConnectionId }) => sourceConnectionId === id);
  const turn = (key: string) =>
    setOpen((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  return (
    <Frame>
      <Head>
        <SearchInput label={t('accounts.scope.find')} value={search} onChange={setSearch} width={220} />
        <Row gap={1}>
          <Button
            size="small"
            variant="ghost"
            aria-pressed={onlyChosen}
            onClick={() => setOnlyChosen(!onlyChosen)}
          >
            {t('accounts.scope.only_chosen')}
          </Button>
          <Button
            size="small"
            variant="ghost"
            disabledReason={scope.length === 0 || disabled ? t('accounts.summary.no_data') : undefined}
            onClick={() => onChange([])}
          >
            {t('accounts.scope.clear')}
          </Button>
        </Row>
      </Head>
      <Tree aria-label={t('accounts.scope.legend')}>
        {[...connections].map(([id, [first, ...others]]) => (
          <li key={id}>
            <TreeRow
              icon={<IconSources />}
              label={first!.sourceConnectionName}
              chosen={chosenOfConnection(scope, id)}
              count={t('accounts.scope.tables', { count: siblingsOf(id).length })}
              disabled={disabled}
              onTurn={() => onChange(turnConnection(scope, id))}
            />
            <ul>
              {[first!, ...others].map((table) => (
                <TableRows
                  key={table.tableName}
                  table={table}
                  scope={scope}
                  siblings={siblingsOf(id)}
                  isOpen={open.has(keyOf(table))}
                  onOpen={() => turn(keyOf(table))}
                  onChange={onChange}
                  disabled={disabled}
                />
              ))}
            </ul>
          </li>
        ))}
      </Tree>
      {found.length === 0 && (
        <Hint>
          {t(onlyChosen && search.trim() === '' ? 'accounts.summary.no_data' : 'accounts.scope.none_found')}
        </Hint>
      )}
      {found.length > MOST_SHOWN && (
        <Hint>{t('accounts.scope.more', { more: number(found.length - MOST_SHOWN) })}</Hint>
      )}
    </Frame>
  );
}

interface TableRowsProps extends Omit<ScopeTreeProps, 'tables'> {
  table: ChoosableTable;
  siblings: readonly ChoosableTable[];
  isOpen: boolean;
  onOpen(): void;
}

function TableRows({ table, siblings, scope, isOpen, onOpen, onChange, disabled }: TableRowsProps) {
  const t = messages.use();
  const { tableName, columns } = table;
  const filter = filterOf(scope, table);
  const chosen = columns.filter(({ name }) => isColumnChosen(scope, table, name)).length;
  return (
    <li>
      <TreeRow
        depth={1}
        icon={<IconData />}
        label={tableName}
        chosen={chosenOfTable(scope, table)}
        count={[
          ...(filter.length > 0 ? [t('accounts.rows.some')] : []),
          t('accounts.scope.of_columns', { chosen, count: columns.length }),
        ].join(', ')}
        disabled={disabled}
        onTurn={() => onChange(turnTable(scope, table, siblings))}
        disclosure={
          <IconButton
            size="small"
            label={t('accounts.scope.show_columns', { table: tableName })}
            aria-expanded={isOpen}
            onClick={onOpen}
          >
            {isOpen ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
          </IconButton>
        }
      />
      {isOpen && (
        <ul>
          {isNamed(scope, table) && !disabled && (
            <li>
              <RowFilterFields
                table={tableName}
                columns={columns}
                filter={filter}
                onChange={(next) => onChange(withFilter(scope, table, next))}
              />
            </li>
          )}
          {columns.map(({ name }) => (
            <li key={name}>
              <TreeRow
                depth={2}
                label={name}
                chosen={isColumnChosen(scope, table, name) ? 'all' : 'none'}
                disabled={disabled}
                onTurn={() => onChange(turnColumn(scope, table, siblings, name))}
              />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

interface TreeRowProps {
  icon?: ReactNode;
  label: string;
  chosen: Chosen;
  count?: string;
  depth?: 1 | 2;
  disclosure?: ReactNode;
  disabled: boolean;
  onTurn(): void;
}

function TreeRow({ icon, label, chosen, count, depth, disclosure, disabled, onTurn }: TreeRowProps) {
  return (
    <Line data-depth={depth}>
      {disclosure}
      <Checkbox
        label={
          <Name>
            {icon}
            <Cut title={label}>{label}</Cut>
          </Name>
        }
        checked={chosen === 'all'}
        indeterminate={chosen === 'some'}
        disabled={disabled}
        onChange={onTurn}
      />
      {count && (
        <Text size={12} tone="dim">
          {count}
        </Text>
      )}
    </Line>
  );
}

const keyOf = ({ sourceConnectionId, tableName }: ChoosableTable) => `${sourceConnectionId}/${tableName}`;

function byConnection(tables: readonly ChoosableTable[]): Map<string, ChoosableTable[]> {
  const connections = new Map<string, ChoosableTable[]>();
  for (const table of tables) {
    const { sourceConnectionId } = table;
    connections.set(sourceConnectionId, [...(connections.get(sourceConnectionId) ?? []), table]);
  }
  return connections;
}

/** Finds tables by their names, their connections' names, and the names of their columns. */
function findTables(tables: readonly ChoosableTable[], search: string): readonly ChoosableTable[] {
  const wanted = search.trim().toLowerCase();
  if (wanted === '') return tables;
  const has = (name: string) => name.toLowerCase().includes(wanted);
  return tables.filter(
    ({ sourceConnectionName, tableName, columns }) =>
      has(sourceConnectionName) || has(tableName) || columns.some(({ name }) => has(name)),
  );
}

const Head = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'space-between',
  gap: 8,
  padding: 12,
  borderBottom: 'var(--hair)',
});
const Tree = styled('ul')({
  maxHeight: 420,
  overflow: 'auto',
  position: 'relative',
  '& ul, &': { listStyle: 'none', padding: 0, margin: 0 },
});
const Line = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 4,
  minHeight: 'var(--row)',
  padding: '0 12px',
  borderBottom: 'var(--hair)',
  '&[data-depth="1"]': { paddingLeft: 24 },
  '&[data-depth="2"]': { paddingLeft: 76 },
  '& > div': { flex: 1, minWidth: 0 },
  '& > div > label': { minWidth: 0 },
  '& > span': { whiteSpace: 'nowrap' },
});
const Name = styled('span')({
  display: 'flex',
  gap: 8,
  alignItems: 'center',
  minWidth: 0,
  '& > .hw-icon': { color: 'var(--icon)', flex: 'none' },
});
const Hint = styled('p')({ padding: 16, fontSize: 'var(--size-13)', color: 'var(--text-2)' });
