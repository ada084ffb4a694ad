import { sqlName, sqlNameOf, type SqlTable } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { CutMiddle, IconButton, styled, Text } from '@headwater/shared/ui';
import {
  IconChevronDown,
  IconChevronRight,
  IconData,
  IconEnter,
  IconSources,
} from '@headwater/shared/ui/icons';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { KindIcon } from '@headwater/shared/ui/table';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { findTables, type Schema } from './tree.ts';

interface TableTreeProps {
  tables: readonly SqlTable[];
  /** Puts a name into the query. */
  onInsert(name: string): void;
}

/** All tables with their columns, to look them up and to put their names into the query. */
export function TableTree({ tables, onInsert }: TableTreeProps) {
  const t = messages.use();
  const [search, setSearch] = useState('');
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const { schemas, more, isColumnMatch } = findTables(tables, search);
  const turn = (key: string) =>
    setTurned((before) => {
      const next = new Set(before);
      if (!next.delete(key)) next.add(key);
      return next;
    });
  const ofTable = (table: SqlTable) => {
    const key = `${table.sourceConnectionId}/${table.tableName}`;
    return { isOpen: turned.has(key) !== isColumnMatch(table), onTurn: () => turn(key) };
  };
  return (
    <>
      <Search>
        <SearchInput label={t('sql.find')} value={search} onChange={setSearch} width="100%" />
      </Search>
      <List aria-label={t('sql.tables')}>
        {schemas.map((schema) => (
          <SchemaRows
            key={schema.name}
            schema={schema}
            isOpen={!turned.has(schema.name)}
            onTurn={() => turn(schema.name)}
            ofTable={ofTable}
            onInsert={onInsert}
          />
        ))}
      </List>
      {schemas.length === 0 && <Hint>{t('list.none_found', { search })}</Hint>}
      {more > 0 && <Hint>{t('sql.more_tables', { more })}</Hint>}
    </>
  );
}

interface SchemaRowsProps {
  schema: Schema;
  isOpen: boolean;
  onTurn(): void;
  ofTable(table: SqlTable): { isOpen: boolean; onTurn(): void };
  onInsert(name: string): void;
}

function SchemaRows({ schema: { name, tables }, isOpen, onTurn, ofTable, onInsert }: SchemaRowsProps) {
  const { number } = useFormat();
  return (
    <li>
      <Row type="button" aria-expanded={isOpen} onClick={onTurn}>
        {isOpen ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
        <IconSources size={14} />
        <CutMiddle>{name}</CutMiddle>
        <small>{number(tables.length)}</small>
      </Row>
      {isOpen && (
        <ul>
          {tables.map((table) => (
            <TableRows key={table.name} table={table} {...ofTable(table)} onInsert={onInsert} />
          ))}
        </ul>
      )}
    </li>
  );
}

interface TableRowsProps {
  table: SqlTable;
  isOpen: boolean;
  onTurn(): void;
  onInsert(name: string): void;
}

function TableRows({ table, isOpen, onTurn, onInsert }: TableRowsProps) {
  const t = messages.use();
  const { number } = useFormat();
  return (
    <li>
      <TableLine>
        <Row type="button" data-depth={1} aria-expanded={isOpen} onClick={onTurn}>
          {isOpen ? <IconChevronDown size={12} /> : <IconChevronRight size={12} />}
          <IconData size={14} />
          <CutMiddle>{table.name}</CutMiddle>
          <small>{table.rows !== null && number(table.rows)}</small>
        </Row>
        <IconButton
          size="small"
          label={t('sql.insert', { name: table.name })}
          onClick={() => onInsert(sqlNameOf(table))}
        >
          <IconEnter />
        </IconButton>
      </TableLine>
      {isOpen && (
        <ul>
          {table.columns.map(({ name, kind, type }) => (
            <li key={name}>
              <Row
                type="button"
                data-depth={2}
                title={t('sql.insert', { name })}
                onClick={() => onInsert(sqlName(name))}
              >
                <KindIcon kind={kind} />
                <CutMiddle>{name}</CutMiddle>
                <small>{type.toLowerCase()}</small>
              </Row>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

const Search = styled('div')({
  display: 'flex',
  alignItems: 'center',
  padding: '8px 12px',
  minHeight: 44,
  borderBottom: 'var(--hair)',
});
const List = styled('ul')({
  padding: '6px 0',
  overflow: 'auto',
  minHeight: 0,
  // Names are cut, so that what is beside them stays in sight.
  '& ul': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)' },
});
const Hint = styled(Text)({
  padding: '8px 12px',
  fontSize: 'var(--size-12)',
  color: 'var(--text-3)',
});
const Row = styled('button')({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  width: '100%',
  height: 28,
  padding: '0 10px 0 12px',
  minWidth: 0,
  textAlign: 'left',
  color: 'var(--text)',
  '&[data-depth="1"]': { paddingLeft: 28 },
  '&[data-depth="2"]': { paddingLeft: 60 },
  '&:hover': { background: 'var(--surface-2)' },
  '& > svg': { flex: 'none', color: 'var(--icon)' },
  '& > span': { flex: 1, fontFamily: 'var(--font-mono)', fontSize: 12 },
  '& > small': {
    flex: '0 1 auto',
    fontSize: 11,
    color: 'var(--text-3)',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    maxWidth: '50%',
  },
});
// The button takes the place of the number of rows while someone points at the table.
const TableLine = styled('div')({
  position: 'relative',
  '& > .MuiButtonBase-root': { position: 'absolute', right: 4, top: 0, opacity: 0 },
  '&:hover > .MuiButtonBase-root, & > .MuiButtonBase-root:focus-visible': { opacity: 1 },
  '&:hover > button > small, &:focus-within > button > small': { visibility: 'hidden' },
  '@media (hover: none)': {
    '& > .MuiButtonBase-root': { opacity: 1 },
    '& > button > small': { visibility: 'hidden' },
  },
});
