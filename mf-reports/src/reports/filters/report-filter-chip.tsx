import {
  boundColumns,
  offeredRows,
  operatorsOf,
  type Column,
  type FilterValue,
  type OfferedRows,
  type QueryCondition,
  type ReportContent,
  type ReportFilter,
} from '@headwater/shared/contract';
import type { Table } from '@headwater/shared/tables';
import { IconButton, styled } from '@headwater/shared/ui';
import { IconClose, IconFilter } from '@headwater/shared/ui/icons';
import { Popover, PopoverBody } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { startOf, useConditionText, type ValueSource, WithFilterForms } from '@headwater/shared/figures';
import { useBoundParameter } from './bound-parameter.ts';
import { ParameterForm } from './parameter-form.tsx';

interface ReportFilterChipProps {
  organizationId: string;
  filter: ReportFilter;
  content: ReportContent;
  tables: ReadonlyMap<string, Table>;
  /** What has been chosen in each filter. */
  valueOf(filter: ReportFilter): FilterValue | null;
  onChange(value: FilterValue | null): void;
}

/** A filter of the report with its value, which opens to choose another one. */
export function ReportFilterChip({
  organizationId,
  filter,
  content,
  tables,
  valueOf,
  onChange,
}: ReportFilterChipProps) {
  const t = messages.use();
  const value = valueOf(filter);
  const textOf = useConditionText();
  const [target] = boundColumns(filter, content, tables);
  const parameter = useBoundParameter(organizationId, filter, content);
  const rows = offeredRows(filter, content, tables, valueOf);
  const condition: QueryCondition | null =
    value && (target || parameter) ? { column: target?.column.name ?? parameter!.name, ...value } : null;
  const text = condition ? textOf(condition, target?.column) : null;
  return (
    <Chip>
      <Popover
        label={filter.label}
        trigger={(wiring) => (
          <button type="button" {...wiring}>
            <IconFilter />
            <span>
              {filter.label}{' '}
              {text ? (
                <>
                  {target && <i>{text.operator} </i>}
                  <b>{text.values}</b>
                </>
              ) : (
                <b>{t(parameter && !target ? 'reports.filter_not_chosen' : 'filter.all')}</b>
              )}
            </span>
          </button>
        )}
      >
        {(close) =>
          target && target.table.version !== null ? (
            <WithFilterForms>
              {({ FilterForm }) => (
                <FilterForm
                  address={{
                    organizationId,
                    sourceConnectionId: target.table.sourceConnectionId,
                    tableName: target.table.tableName,
                  }}
                  version={target.table.version!}
                  columns={[target.column]}
                  condition={condition ?? startOf(target.column, operatorsOf(target.column))}
                  others={[]}
                  offered={sourcesOf(organizationId, rows, target.column.kind)}
                  onApply={({ column: _column, ...chosen }) => {
                    close();
                    onChange({ ...chosen, values: [...chosen.values] });
                  }}
                />
              )}
            </WithFilterForms>
          ) : parameter ? (
            <ParameterForm
              label={filter.label}
              parameter={parameter}
              offers={filter.offers ?? []}
              value={value}
              onApply={(chosen) => {
                close();
                onChange(chosen);
              }}
            />
          ) : (
            <PopoverBody>{t('reports.filter_lost')}</PopoverBody>
          )
        }
      </Popover>
      {value && (
        <IconButton
          size="small"
          label={t('reports.filter_clear', { filter: filter.label })}
          onClick={() => onChange(null)}
        >
          <IconClose size={12} />
        </IconButton>
      )}
    </Chip>
  );
}

function sourcesOf(
  organizationId: string,
  rows: readonly OfferedRows<Table, Column>[],
  kind: Column['kind'],
): ValueSource[] {
  return rows.flatMap(({ table: { sourceConnectionId, tableName, version }, column, filter }) => {
    const address = { organizationId, sourceConnectionId, tableName };
    if (version === null || column.kind !== kind) return [];
    return [{ address, version, column: column.name, filter }];
  });
}

const Chip = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  minHeight: 'var(--control-sm)',
  borderRadius: 'var(--radius)',
  background: 'var(--fill)',
  fontSize: 'var(--size-13)',
  color: 'var(--text)',
  '& > button:first-of-type': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 0,
    minHeight: 'var(--control-sm)',
    padding: '0 10px 0 8px',
    border: 0,
    borderRadius: 'var(--radius)',
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
    cursor: 'pointer',
  },
  '& > button:first-of-type:hover': { background: 'var(--fill-hover)' },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& i': { fontStyle: 'normal', color: 'var(--text-2)' },
  '& b': { fontWeight: 'var(--weight-medium)' },
  '& .hw-icon': { color: 'var(--icon)', flex: 'none' },
});
