import {
  FILTER_OPERATORS,
  type Column,
  type FilterCondition,
  type FilterOperator,
  type StreamSettingsAttributes,
} from '@headwater/shared/contract';
import { useCalendar } from '@headwater/shared/session';
import { Button, IconButton, Stack, styled, Text } from '@headwater/shared/ui';
import { IconClose } from '@headwater/shared/ui/icons';
import { NumberInput, Select, TextInput, ValuesInput } from '@headwater/shared/ui/inputs';
import { hasZone } from '@headwater/shared/ui/table';
import type { FieldError } from '../field-errors.ts';
import { messages } from '../messages.ts';
import type { StreamSettingsForm } from './stream-settings-form.ts';
import { isBySystemCursor, needsCursor, wayOf } from './ways.ts';

interface RowsFormProps {
  form: StreamSettingsForm;
  saved: StreamSettingsAttributes;
  columns: readonly Column[];
  errorOf: FieldError;
  disabled: boolean;
}

/** Which rows of a table are copied: from a start on, those that match all conditions, up to a number. */
export function RowsForm({ form: { settings, change }, saved, columns, errorOf, disabled }: RowsFormProps) {
  const t = messages.use();
  const isCursor = needsCursor(wayOf(settings));
  const isByColumn = !isBySystemCursor(settings, saved);
  const { rowFilter } = settings;
  const zoneHint = useZoneHint(columns);
  const setCondition = (at: number, condition: FilterCondition) =>
    change({ rowFilter: rowFilter.with(at, condition) });
  return (
    <Stack gap={4}>
      <Stack gap={3}>
        <h3>{t('rows.filter')}</h3>
        {rowFilter.length === 0 && (
          <Text tone="muted" size={13}>
            {t('rows.all')}
          </Text>
        )}
        {rowFilter.map((condition, at) => (
          <Condition
            key={at}
            condition={condition}
            columns={columns}
            errorOf={(part) => errorOf(`rowFilter/${at}${part}`)}
            disabled={disabled}
            onChange={(next) => setCondition(at, next)}
            onRemove={() => change({ rowFilter: rowFilter.toSpliced(at, 1) })}
          />
        ))}
        {!disabled && columns.length > 0 && (
          <div>
            <Button
              size="small"
              onClick={() =>
                change({
                  rowFilter: [...rowFilter, { column: columns[0]!.name, operator: 'equals', values: [''] }],
                })
              }
            >
              {t('rows.add')}
            </Button>
          </div>
        )}
      </Stack>
      {isCursor && !isByColumn && (
        <Text tone="muted" size={13}>
          {t('rows.start_needs_column', { cursor: settings.cursorColumn! })}
        </Text>
      )}
      {saved.cursorColumns.length > 0 && (isByColumn || !isCursor) && (
        <Two>
          <Select
            label={t('rows.start_column')}
            value={isByColumn ? (settings.cursorColumn ?? '') : ''}
            error={isCursor ? undefined : errorOf('cursorColumn')}
            hint={isCursor ? t('rows.start_is_cursor') : undefined}
            disabled={disabled || isCursor}
            options={[
              ...(isCursor ? [] : [{ value: '', label: t('rows.no_start') }]),
              ...saved.cursorColumns.map((name) => ({ value: name, label: name })),
            ]}
            onChange={({ target }) => change({ cursorColumn: target.value || null, startFrom: null })}
          />
          <TextInput
            label={t('rows.start')}
            placeholder={t('rows.start_all')}
            hint={zoneHint(settings.cursorColumn)}
            value={settings.startFrom ?? ''}
            error={errorOf('startFrom')}
            disabled={disabled || settings.cursorColumn === null || !isByColumn}
            mono
            onChange={({ target }) => change({ startFrom: target.value || null })}
          />
        </Two>
      )}
      <TextInput
        label={t('rows.cap')}
        hint={t('rows.cap_hint')}
        placeholder={t('rows.no_cap')}
        inputMode="numeric"
        value={settings.rowCap === null ? '' : String(settings.rowCap)}
        error={errorOf('rowCap')}
        disabled={disabled}
        onChange={({ target }) => {
          const digits = target.value.replace(/\D/g, '').slice(0, 12);
          change({ rowCap: Number(digits) > 0 ? Number(digits) : null });
        }}
      />
    </Stack>
  );
}

/** Returns a function that says whose days and times are typed, if a column has moments. */
function useZoneHint(columns: readonly Column[]) {
  const t = messages.use();
  const { timeZone } = useCalendar();
  return (name: string | null) => {
    const column = columns.find((one) => one.name === name);
    return column && hasZone(column) ? t('rows.zone', { zone: timeZone ?? 'UTC' }) : undefined;
  };
}

const WITHOUT_VALUE: readonly FilterOperator[] = ['is_null', 'is_not_null'];

/** Returns as many of the values as the operator takes. */
function valuesFor(operator: FilterOperator, values: readonly string[]): string[] {
  if (WITHOUT_VALUE.includes(operator)) return [];
  return operator === 'one_of' ? values.filter((value) => value !== '') : [values[0] ?? ''];
}

interface ConditionProps {
  condition: FilterCondition;
  columns: readonly Column[];
  /** What is wrong with it, or with a part such as `/values`. */
  errorOf: FieldError;
  disabled: boolean;
  onChange(condition: FilterCondition): void;
  onRemove(): void;
}

function Condition({ condition, columns, errorOf, disabled, onChange, onRemove }: ConditionProps) {
  const t = messages.use();
  const { column, operator, values } = condition;
  const hint = useZoneHint(columns)(column);
  const isNumber = columns.find(({ name }) => name === column)?.kind === 'number';
  const hasValue = !WITHOUT_VALUE.includes(operator);
  const setOperator = (next: FilterOperator) => {
    onChange({ column, operator: next, values: valuesFor(next, values) });
  };
  return (
    <Line role="group" aria-label={t('rows.condition', { column })}>
      <Select
        label={t('rows.column')}
        value={column}
        error={errorOf('')}
        disabled={disabled}
        options={columns.map(({ name }) => ({ value: name, label: name }))}
        onChange={({ target }) => onChange({ ...condition, column: target.value })}
      />
      <Select
        label={t('rows.operator')}
        value={operator}
        error={errorOf('/operator')}
        disabled={disabled}
        options={FILTER_OPERATORS.map((value) => ({ value, label: t(`rows.operator.${value}`) }))}
        onChange={({ target }) => setOperator(target.value as FilterOperator)}
      />
      {!disabled && (
        <IconButton label={t('rows.remove')} onClick={onRemove}>
          <IconClose />
        </IconButton>
      )}
      {hasValue &&
        (operator === 'one_of' ? (
          <ValuesInput
            key={column}
            className="value"
            label={t('rows.values')}
            hint={hint}
            values={values}
            areNumbers={isNumber}
            error={errorOf('/values')}
            disabled={disabled}
            mono
            onChange={(next) => onChange({ ...condition, values: next })}
          />
        ) : isNumber ? (
          <NumberInput
            key={column}
            className="value"
            label={t('rows.value')}
            value={values[0] ?? ''}
            error={errorOf('/values')}
            disabled={disabled}
            mono
            onChange={(next) => onChange({ ...condition, values: [next] })}
          />
        ) : (
          <TextInput
            className="value"
            label={t('rows.value')}
            hint={hint}
            value={values[0] ?? ''}
            error={errorOf('/values')}
            disabled={disabled}
            mono
            onChange={({ target }) => onChange({ ...condition, values: [target.value] })}
          />
        ))}
    </Line>
  );
}

const Two = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 12,
  alignItems: 'start',
});
const Line = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr) auto',
  gap: 8,
  alignItems: 'start',
  paddingBottom: 12,
  borderBottom: 'var(--hair)',
  // Beside the fields, below their labels.
  '& > button': { marginTop: 24 },
  '& > .value': { gridColumn: '1 / -1' },
});
