import {
  operatorsOf,
  writeFilter,
  type Column,
  type QueryCondition,
  type QueryFilter,
  type QueryOperator,
} from '@headwater/shared/contract';
import { ApiError } from '@headwater/shared/api';
import { useQuery } from '@headwater/shared/query';
import type { TableAddress } from '@headwater/shared/tables';
import { Button } from '@headwater/shared/ui';
import { Combobox } from '@headwater/shared/ui/combobox';
import { Select } from '@headwater/shared/ui/inputs';
import { PopoverBody, PopoverFoot } from '@headwater/shared/ui/menu';
import { useState, type FormEvent } from 'react';
import { figureMessages } from '../figure-messages.ts';
import {
  asWritten,
  chosenIn,
  inputFor,
  isFilledIn,
  startOf,
  withChosen,
  withOperator,
  wordFor,
} from './condition-kind.ts';
import { ConditionValue } from './condition-value.tsx';
import { rowQueries, type ValueSource } from './row.queries.ts';
import { useSettled } from './use-settled.ts';
import { ValueList } from './value-list.tsx';

interface FilterFormProps {
  address: TableAddress;
  version: number;
  columns: readonly Column[];
  /** Null for a new one. */
  condition: QueryCondition | null;
  /** The other conditions that rows meet. */
  others: QueryFilter;
  /** Of which rows values are offered, if the condition isn't only for those of this table. At least one. */
  offered?: readonly ValueSource[] | undefined;
  onApply(condition: QueryCondition): void;
}

/** Chooses a column, how its values are compared, and with what, and says how many rows match. */
export function FilterForm({
  address,
  version,
  columns,
  condition,
  others,
  offered,
  onApply,
}: FilterFormProps) {
  const t = figureMessages.use();
  const filterable = columns.filter((column) => operatorsOf(column).length > 0);
  const [draft, setDraft] = useState(() => condition ?? startOf(filterable[0]!, operatorsOf(filterable[0]!)));
  const column = columns.find(({ name }) => name === draft.column)!;
  const operators = operatorsOf(column);
  const isComplete = isFilledIn(column, draft);
  const meant = asWritten(draft);
  const { first, isAlone } = countedIn({ address, version, column: column.name, filter: others }, offered);
  const count = useCount(first, isComplete ? [...first.filter, [{ ...meant, column: first.column }]] : null);
  const label = (operator: QueryOperator) => {
    const word = wordFor(column, operator);
    return t.has(word) ? t(word) : t(`operator.${operator}`);
  };
  const apply = (event: FormEvent) => {
    event.preventDefault();
    // A portal's events bubble to the page's own forms.
    event.stopPropagation();
    if (isComplete && !count.isUnfit) onApply(meant);
  };
  return (
    <form onSubmit={apply} noValidate>
      <PopoverBody>
        {condition ? (
          <h3>{column.name}</h3>
        ) : (
          <Combobox
            label={t('filter.column')}
            autoFocus
            value={draft.column}
            options={filterable.map(({ name }) => ({ value: name, label: name }))}
            onChange={(name) => {
              const next = columns.find((one) => one.name === name);
              if (next) setDraft(startOf(next, operatorsOf(next)));
            }}
          />
        )}
        <Select
          label={t('filter.operator')}
          value={draft.operator}
          options={operators.map((operator) => ({ value: operator, label: label(operator) }))}
          onChange={({ target }) => setDraft(withOperator(column, draft, target.value as QueryOperator))}
        />
        {inputFor(column, draft.operator) === 'list' ? (
          <ValueList
            key={column.name}
            column={column}
            sources={offered ?? [{ address, version, column: column.name, filter: others }]}
            chosen={chosenIn(draft)}
            onChange={(values) => setDraft(withChosen(draft, values))}
          />
        ) : (
          <ConditionValue
            key={`${column.name} ${inputFor(column, draft.operator)}`}
            column={column}
            condition={draft}
            error={count.isUnfit ? t('filter.unfit') : undefined}
            onChange={(...values) => setDraft({ ...draft, values })}
          />
        )}
      </PopoverBody>
      <PopoverFoot>
        <span role="status">
          {count.rows !== undefined && isComplete && isAlone && t('filter.matching', { rows: count.rows })}
        </span>
        <Button
          type="submit"
          variant="primary"
          size="small"
          disabledReason={isComplete ? undefined : t('filter.incomplete')}
        >
          {t('filter.apply')}
        </Button>
      </PopoverFoot>
    </form>
  );
}

/** Returns of which rows those that match are counted. Of several tables, or choices of rows, their number says nothing. */
function countedIn(own: ValueSource, offered: readonly ValueSource[] | undefined) {
  const [first = own, ...others] = offered ?? [];
  return { first, isAlone: others.length === 0 };
}

/** Counts the rows that match a filter once nothing has been typed for a moment. */
function useCount({ address, version }: ValueSource, filter: QueryFilter | null) {
  const text = useSettled(filter === null ? null : writeFilter(filter));
  const count = useQuery({ ...rowQueries.count(address, version, text ?? ''), enabled: text !== null });
  const isCurrent = filter !== null && text === writeFilter(filter);
  const isUnfit =
    isCurrent && count.error instanceof ApiError && count.error.code === 'query_condition_unfit';
  return { rows: isCurrent ? count.data : undefined, isUnfit };
}
