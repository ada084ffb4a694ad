import {
  type Aggregate,
  type Column,
  GRAINS,
  isNumeric,
  type QueryResult,
  type ResultColumn,
} from '@headwater/shared/contract';
import { CompactSelect, IconButton, styled } from '@headwater/shared/ui';
import { IconClose } from '@headwater/shared/ui/icons';
import { KindIcon } from '@headwater/shared/ui/table';
import { autoMark, chartData, fitOf } from '@headwater/shared/ui/charts';
import { useMemo, type ReactNode } from 'react';
import { figureMessages } from '../figure-messages.ts';
import {
  aggregatesOf,
  colorColumns,
  currencyColumns,
  EACH,
  groupColumns,
  isAmount,
  isAdditive,
  measured,
  TOPS,
  waysOf,
  type ChartBy,
  type ChartChoice,
} from './chart-address.ts';
import { MarkPicker } from './mark-picker.tsx';

interface ChartBuilderProps {
  columns: readonly Column[];
  choice: ChartChoice;
  /** What it shows. Undefined while that is computed. */
  result: QueryResult | undefined;
  /** Chooses the rows. */
  filters: ReactNode;
  /** Chooses the earlier period, unless that is chosen elsewhere. */
  compare?: ReactNode;
  onChoose(next: Partial<ChartChoice>): void;
}

/** What the chart measures, of which rows, and how it looks. */
export function ChartBuilder({ columns, choice, result, filters, compare, onChoose }: ChartBuilderProps) {
  const t = figureMessages.use();
  const { x, y, group } = choice;
  const data = useMemo(() => (result ? chartData(result) : undefined), [result]);
  const additive = isAdditive(y);
  const isFit = data && choice.mark && fitOf(choice.mark, data, additive) === 'fits';
  const current = isFit ? choice.mark! : data && autoMark(data, additive);
  return (
    <Pane>
      <Part title={t('chart.y')}>
        <MeasurePick
          columns={columns}
          y={y}
          symbol={result && (result.columns.find(({ role }) => role === 'measure')?.currency ?? null)}
          onChoose={(next) => onChoose({ y: measured(next) })}
        />
      </Part>
      <Part title={t('chart.x')}>
        <ByPick
          name="x"
          by={x}
          grain={result && result.columns[0]?.as === x?.column ? result.columns[0]!.grain : null}
          columns={groupColumns(columns)}
          waysOf={waysOf}
          onChoose={(next) => onChoose({ x: next, ...(next === null && { group: null }) })}
        />
      </Part>
      {x && (
        <Part title={t('chart.group')}>
          <ByPick
            name="group"
            by={group}
            grain={null}
            columns={colorColumns(columns)}
            waysOf={(column) => (column.type === 'BOOLEAN' ? [EACH] : TOPS.slice(0, 2))}
            onChoose={(next) => onChoose({ group: next })}
          />
        </Part>
      )}
      <hr />
      <Part title={t('chart.mark')}>
        <MarkPicker
          {...{ data, isAdditive: additive, current }}
          chosen={choice.mark}
          onChoose={(mark) => onChoose({ mark })}
        />
      </Part>
      <hr />
      <Part title={t('chart.filter')}>
        <Filters>{filters}</Filters>
      </Part>
      {compare && (
        <>
          <hr />
          {compare}
        </>
      )}
    </Pane>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}

interface MeasurePickProps {
  columns: readonly Column[];
  y: ChartChoice['y'];
  /** The currency that amounts are written with now, or null. Undefined while that isn't known. */
  symbol: string | null | undefined;
  onChoose(y: ChartChoice['y']): void;
}

const ROWS = '';
/** No column has this name, because every name is stored without it. */
const KEPT = '\0';

function MeasurePick({ columns, y, symbol, onChoose }: MeasurePickProps) {
  const t = figureMessages.use();
  const column = columns.find(({ name }) => name === y.column);
  const choose = (name: string) => {
    const chosen = columns.find((one) => one.name === name);
    if (!chosen) return onChoose({ agg: 'count', column: null, currency: null });
    const offered = aggregatesOf(chosen);
    const kept = y.column !== null && offered.includes(y.agg) ? y.agg : undefined;
    onChoose({
      agg: kept ?? (isNumeric(chosen) ? 'sum' : offered.includes('distinct') ? 'distinct' : 'count'),
      column: name,
      currency: isNumeric(chosen) ? y.currency : null,
    });
  };
  const currencies = column && isNumeric(column) && isAmount(y) ? currencyColumns(columns) : [];
  const numbers = columns.filter(isNumeric);
  const others = columns.filter((one) => !isNumeric(one));
  return (
    <Pick>
      {column && <KindIcon kind={column.kind} />}
      <CompactSelect
        bare
        label={t('chart.y_column')}
        value={y.kept ? KEPT : (y.column ?? ROWS)}
        options={[
          ...(y.kept ? [{ value: KEPT, label: y.kept.as }] : []),
          { value: ROWS, label: t('chart.rows') },
          ...[...numbers, ...others].map(({ name }) => ({ value: name, label: name })),
          ...(y.column !== null && !column ? [{ value: y.column, label: y.column }] : []),
        ]}
        onChange={choose}
      />
      {column && (
        <CompactSelect
          label={t('chart.y_aggregate')}
          value={y.agg}
          options={aggregatesOf(column).map((agg) => ({ value: agg, label: t(`chart.aggregate.${agg}`) }))}
          onChange={(agg) => onChoose({ ...y, agg: agg as Aggregate['agg'] })}
        />
      )}
      {(currencies.length > 0 || y.currency !== null) && (
        <CompactSelect
          label={t('chart.y_currency')}
          value={y.currency ?? ''}
          options={[
            { value: '', label: t('chart.no_currency') },
            ...[...new Set([...currencies.map(({ name }) => name), ...(y.currency ? [y.currency] : [])])].map(
              (name) => ({ value: name, label: t('chart.currency_in', { column: name }) }),
            ),
          ]}
          onChange={(currency) => onChoose({ ...y, currency: currency === '' ? null : currency })}
        />
      )}
      {y.currency !== null && symbol === null && (
        <small>{t('chart.currency_hint', { column: y.currency })}</small>
      )}
    </Pick>
  );
}

interface ByPickProps {
  name: 'x' | 'group';
  by: ChartBy | null;
  /** The period that was chosen, if it was left open. */
  grain: ResultColumn['grain'];
  columns: readonly Column[];
  waysOf(column: Column): readonly string[];
  onChoose(by: ChartBy | null): void;
}

function ByPick({ name, by, grain: found, columns, waysOf: ways, onChoose }: ByPickProps) {
  const t = figureMessages.use();
  const column = columns.find((one) => one.name === by?.column);
  const choose = (chosen: string) => {
    const found = columns.find((one) => one.name === chosen);
    onChoose(found ? { column: chosen, how: ways(found)[0]! } : null);
  };
  const offered = column && by ? [...new Set([...ways(column), by.how])] : [];
  const wordFor = (how: string) => {
    if (how === EACH) return t('chart.each');
    const grain = GRAINS.find((one) => one === how);
    if (grain === 'auto' && found && by?.how === 'auto')
      return t('chart.auto', { grain: t(`chart.grain.${found}`) });
    if (grain) return t(`chart.grain.${grain}`);
    if (!/^\d+$/.test(how)) return how;
    return t(column && isNumeric(column) && name === 'x' ? 'chart.ranges' : 'chart.top', {
      count: Number(how),
    });
  };
  return (
    <Pick>
      {column && <KindIcon kind={column.kind} />}
      <CompactSelect
        bare
        label={t(name === 'x' ? 'chart.x_column' : 'chart.group_column')}
        value={by?.column ?? ''}
        options={[
          { value: '', label: t('chart.nothing') },
          ...columns.map((one) => ({ value: one.name, label: one.name })),
          ...(by && !column ? [{ value: by.column, label: by.column }] : []),
        ]}
        onChange={choose}
      />
      {by && (
        <IconButton
          size="small"
          label={t(name === 'x' ? 'chart.x_remove' : 'chart.group_remove')}
          onClick={() => onChoose(null)}
        >
          <IconClose size={12} />
        </IconButton>
      )}
      {by && offered.length > 1 && (
        <CompactSelect
          label={t(name === 'x' ? 'chart.x_how' : 'chart.group_how')}
          value={by.how}
          options={offered.map((how) => ({ value: how, label: wordFor(how) }))}
          onChange={(how) => onChoose({ ...by, how })}
        />
      )}
      {found && by && by.how !== 'auto' && by.how !== found && GRAINS.some((one) => one === by.how) && (
        <small>{t('chart.coarser', { grain: t(`chart.grain.${found}`) })}</small>
      )}
    </Pick>
  );
}

const Pane = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 16,
  alignContent: 'start',
  minWidth: 0,
  padding: '20px 20px 24px 24px',
  borderRight: 'var(--hair)',
  '& h2': {
    margin: '0 0 8px',
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-medium)',
    color: 'var(--text)',
  },
  '& > hr': { width: '100%', margin: 0, border: 0, borderTop: 'var(--hair)' },
  '@media (max-width: 900px)': { borderRight: 0, padding: '16px 24px' },
  '@media (max-width: 600px)': { padding: 16 },
});

const Pick = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 4,
  minWidth: 0,
  padding: '2px 2px 2px 8px',
  borderRadius: 'var(--radius)',
  background: 'var(--fill)',
  '& > .hw-icon': { flex: 'none', color: 'var(--icon)' },
  // How the column is used has a line of its own, because names of columns are long.
  '& > select': { flex: '1 1 100%', margin: '0 0 2px -4px', backgroundColor: 'var(--surface)' },
  '& > small': {
    flex: '1 1 100%',
    margin: '0 4px 4px 0',
    fontSize: 'var(--size-12)',
    color: 'var(--text-2)',
  },
  '& > select[data-bare]': { flex: '1 1 0', minWidth: 0, margin: 0, backgroundColor: 'transparent' },
});

const Filters = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 6, minWidth: 0 });
