import {
  allJoinedColumns,
  JOIN_COLUMNS_MAX,
  type JoinConfig,
  type JoinedColumn,
} from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';
import { styled, VisuallyHidden } from '@headwater/shared/ui';
import { Checkbox, TextInput } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';

interface JoinColumnsProps {
  config: JoinConfig;
  tables: readonly Table[];
  onChange(config: JoinConfig): void;
}

const isSame = (one: JoinedColumn, other: JoinedColumn) =>
  one.table === other.table && one.column === other.column;

/** Which columns there are in the result, and what they're called. */
export function JoinColumns({ config, tables, onChange }: JoinColumnsProps) {
  const t = messages.use();
  const all = allJoinedColumns(config, tables);
  const chosen = config.columns ?? all;
  const nameOf = ({ table, column }: JoinedColumn) => `${tables[table]!.tableName}.${column}`;
  // What is chosen keeps the order of the tables.
  const put = (next: JoinedColumn[]) =>
    onChange({
      ...config,
      columns: [
        ...all.flatMap((one) => next.find((other) => isSame(one, other)) ?? []),
        ...next.filter((one) => !all.some((other) => isSame(one, other))),
      ],
    });
  return (
    <Choices>
      <legend>{t('join.columns', { count: chosen.length })}</legend>
      <p>
        {t('join.columns_hint')}{' '}
        {config.columns && (
          <button type="button" onClick={() => onChange({ ...config, columns: null })}>
            {t('join.all_columns')}
          </button>
        )}
      </p>
      <ul>
        {all.map((column) => {
          const one = chosen.find((other) => isSame(other, column));
          return (
            <li key={nameOf(column)}>
              <Checkbox
                label={nameOf(column)}
                checked={one !== undefined}
                disabled={one ? chosen.length === 1 : chosen.length >= JOIN_COLUMNS_MAX}
                onChange={({ target }) =>
                  put(target.checked ? [...chosen, column] : chosen.filter((other) => other !== one))
                }
              />
              {one && (
                <Name
                  label={<VisuallyHidden>{t('join.name_of', { column: nameOf(column) })}</VisuallyHidden>}
                  value={one.as}
                  error={one.as === '' ? t('join.name_missing') : undefined}
                  onChange={({ target }) =>
                    put(chosen.map((other) => (other === one ? { ...one, as: target.value } : other)))
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
    </Choices>
  );
}

/** Its label is only read aloud, and takes no room. */
const Name = styled(TextInput)({ gap: 0, '& > div:first-of-type': { display: 'contents' } });
const Choices = styled('fieldset')({
  margin: 0,
  padding: 0,
  border: 0,
  minWidth: 0,
  '& > legend': { padding: 0, marginBottom: 4, fontWeight: 'var(--weight-medium)' },
  '& > p': { margin: '0 0 8px', fontSize: 'var(--size-12)', color: 'var(--text-2)' },
  '& > p > button': {
    padding: 0,
    border: 0,
    background: 'none',
    font: 'inherit',
    color: 'var(--link, var(--accent))',
    cursor: 'pointer',
    textDecoration: 'underline',
  },
  '& > ul': {
    listStyle: 'none',
    display: 'grid',
    gap: 8,
    margin: 0,
    maxHeight: 360,
    // What is hidden in it, such as labels, must not make the page longer.
    position: 'relative',
    overflowY: 'auto',
    padding: 12,
    border: '1px solid var(--line-2)',
    borderRadius: 'var(--radius)',
    overflowWrap: 'anywhere',
  },
  '& li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
    gap: 8,
    alignItems: 'center',
    minHeight: 32,
  },
});
