import { isNumeric, operatorsOf, type QueryOperator, type TableAttributes } from '@headwater/shared/contract';
import { readable } from '@headwater/shared/messages';
import { useWorkspaceSettings } from '@headwater/shared/session';
import { Button, IconButton, styled, Text } from '@headwater/shared/ui';
import { IconClose, IconPlus } from '@headwater/shared/ui/icons';
import { NumberInput, Select, TextInput, ValuesInput } from '@headwater/shared/ui/inputs';
import { Fragment } from 'react';
import { messages } from '../../messages.ts';
import { comparesMoments, takesValues, type RowCondition, type RowFilter } from './row-filter.ts';

type Column = Pick<TableAttributes['columns'][number], 'name' | 'type'>;

interface RowFilterFieldsProps {
  table: string;
  columns: readonly Column[];
  filter: RowFilter;
  onChange(filter: RowFilter): void;
}

/** Which rows of a table an account sees: all, or those for which each condition holds. */
export function RowFilterFields({ table, columns, filter, onChange }: RowFilterFieldsProps) {
  const t = messages.use();
  const { timeZone } = useWorkspaceSettings();
  const usable = columns.filter((column) => operators(column).length > 0);
  const [first] = usable;
  if (!first) return null;
  const add = () => onChange([...filter, [startOf(first)]]);
  return (
    <Rows role="group" aria-label={t('accounts.rows.of', { table })}>
      <Text size={12} tone="muted">
        {filter.length === 0 ? t('accounts.rows.all') : t('accounts.rows.only')}
      </Text>
      {filter.map((group, at) => (
        <Group
          key={at}
          group={group}
          columns={usable}
          onChange={(next) =>
            onChange(
              filter.flatMap((other, index) => (index !== at ? [other] : next.length > 0 ? [next] : [])),
            )
          }
        />
      ))}
      {comparesMoments(filter, columns) && (
        <Text size={12} tone="muted">
          {t('accounts.rows.zone', { zone: readable(timeZone ?? 'UTC') })}
        </Text>
      )}
      <div>
        <Button size="small" variant="ghost" icon={<IconPlus />} onClick={add}>
          {t(filter.length === 0 ? 'accounts.rows.limit' : 'accounts.rows.add')}
        </Button>
      </div>
    </Rows>
  );
}

interface GroupProps {
  group: RowFilter[number];
  columns: readonly Column[];
  onChange(group: RowFilter[number]): void;
}

/** Conditions of which one is enough. The form makes them one by one; only the API makes several. */
function Group({ group, columns, onChange }: GroupProps) {
  const t = messages.use();
  return group.map((condition, at) => (
    <Fragment key={at}>
      {at > 0 && <Text size={12}>{t('accounts.rows.or')}</Text>}
      <Condition
        condition={condition}
        columns={columns}
        onChange={(next) => onChange(group.map((other, index) => (index === at ? next : other)))}
        onRemove={() => onChange(group.filter((_, index) => index !== at))}
      />
    </Fragment>
  ));
}

interface ConditionProps {
  condition: RowCondition;
  columns: readonly Column[];
  onChange(condition: RowCondition): void;
  onRemove(): void;
}

function Condition({ condition, columns, onChange, onRemove }: ConditionProps) {
  const t = messages.use();
  const column = columns.find(({ name }) => name === condition.column);
  const takes = takesValues(condition.operator);
  const isNumber = column !== undefined && isNumeric(column);
  const names = [...new Set([...columns.map(({ name }) => name), condition.column])];
  return (
    <Line>
      <Select
        label={t('accounts.rows.column')}
        value={condition.column}
        options={names.map((name) => ({ value: name, label: name }))}
        onChange={({ target }) => onChange(startOf(columns.find(({ name }) => name === target.value)!))}
      />
      <Select
        label={t('accounts.rows.operator')}
        value={condition.operator}
        options={(column ? operators(column) : [condition.operator]).map((operator) => ({
          value: operator,
          label: t(`accounts.operator.${operator}`),
        }))}
        onChange={({ target }) => {
          const operator = target.value as RowCondition['operator'];
          onChange({ ...condition, operator, values: valuesFor(operator, condition.values) });
        }}
      />
      {takes === 'one' && isNumber && (
        <NumberInput
          key={condition.column}
          label={t('accounts.rows.value')}
          value={condition.values[0] ?? ''}
          onChange={(value) => onChange({ ...condition, values: [value] })}
        />
      )}
      {takes === 'one' && !isNumber && (
        <TextInput
          label={t('accounts.rows.value')}
          value={condition.values[0] ?? ''}
          autoComplete="off"
          spellCheck={false}
          onChange={({ target }) => onChange({ ...condition, values: [target.value] })}
        />
      )}
      {takes === 'several' && (
        <ValuesInput
          key={condition.column}
          label={t('accounts.rows.values')}
          values={condition.values}
          areNumbers={isNumber}
          onChange={(values) => onChange({ ...condition, values })}
        />
      )}
      <IconButton size="small" label={t('accounts.rows.remove')} onClick={onRemove}>
        <IconClose />
      </IconButton>
      {condition.orNull && <OrNull size={12}>{t('accounts.rows.or_null')}</OrNull>}
    </Line>
  );
}

/** A range that moves with the clock has its own form elsewhere. */
const operators = (column: Column): readonly QueryOperator[] =>
  operatorsOf(column as Parameters<typeof operatorsOf>[0]).filter((operator) => operator !== 'in_range');

const startOf = (column: Column): RowCondition => {
  const offered = operators(column);
  const operator = offered.includes('equals') ? 'equals' : offered[0]!;
  return { column: column.name, operator, values: valuesFor(operator, []) };
};

function valuesFor(operator: QueryOperator, before: readonly string[]): string[] {
  const takes = takesValues(operator);
  if (takes === 'none') return [];
  return takes === 'one' ? [before[0] ?? ''] : before.length > 0 ? [...before] : [''];
}

const Rows = styled('div')({
  containerType: 'inline-size',
  display: 'grid',
  gap: 8,
  padding: '8px 12px 12px 76px',
  borderBottom: 'var(--hair)',
});
const OrNull = styled(Text)({ gridColumn: '1 / -1' });
const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) minmax(0, 1fr) auto',
  gap: 8,
  alignItems: 'end',
  '& > button': { marginBottom: 4 },
  '@container (max-width: 300px)': {
    gridTemplateColumns: 'minmax(0, 1fr) auto',
    '& > :not(button)': { gridColumn: 1 },
  },
});
