import {
  CHOSEN_TYPES,
  SHEET_RANGE,
  type ChosenType,
  type Column,
  type SheetChoice,
  type SheetLayout,
} from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';
import { Select, TextInput } from '@headwater/shared/ui/inputs';
import { Fold } from '@headwater/shared/ui/workspace';
import { useState } from 'react';
import { fileMessages } from '../file-messages.ts';
import { withColumn } from './sheet-choices.ts';

interface SheetFieldsProps {
  layout: SheetLayout;
  columns: readonly Column[];
  choice: SheetChoice;
  onChange(choice: SheetChoice): void;
}

const RANGE = new RegExp(SHEET_RANGE);

/** Where in a sheet the table is, as it was found and why, and what else it could be. */
export function SheetFields({ layout, columns, choice, onChange }: SheetFieldsProps) {
  const t = fileMessages.use();
  const [typed, setTyped] = useState<string>();
  const { headerRow: row, reason } = layout;
  const { headerRow, range, ...rest } = choice;
  const isFound = headerRow === undefined;
  const change = (header: number | undefined, cells: string | undefined) =>
    onChange({
      ...rest,
      ...(header !== undefined && { headerRow: header }),
      ...(cells !== undefined && { range: cells }),
    });
  const changeRange = (text: string) => {
    setTyped(text);
    const cells = text.trim().toUpperCase();
    if (cells === '' || RANGE.test(cells)) change(headerRow, cells === '' ? undefined : cells);
  };
  const cells = typed ?? range ?? '';
  const isRange = cells.trim() === '' || RANGE.test(cells.trim());
  const detected = isFound
    ? row === null
      ? t('sheet.found_none')
      : t('sheet.found', { row })
    : t('sheet.type.');
  return (
    <Fields>
      <Select
        label={t('sheet.header')}
        hint={t(`sheet.why.${reason}`, { row: row ?? 0 })}
        value={isFound ? '' : String(headerRow)}
        onChange={({ target }) => change(target.value === '' ? undefined : Number(target.value), range)}
        options={[
          { value: '', label: detected },
          { value: '0', label: t('sheet.none') },
          ...rowsOf(layout, headerRow).map(({ number, texts }) => ({
            value: String(number),
            label: t('sheet.row', { row: number, texts: texts.join(', ') }),
          })),
        ]}
      />
      <TextInput
        label={t('sheet.range')}
        hint={t('sheet.range_hint')}
        value={cells}
        maxLength={30}
        autoComplete="off"
        spellCheck={false}
        error={isRange ? undefined : t('sheet.range_invalid')}
        onChange={({ target }) => changeRange(target.value)}
      />
      <Fold title={t('sheet.columns')} open={(choice.columns ?? []).length > 0}>
        {columns.map(({ name }, at) => {
          const column = layout.columns[at];
          return (
            column !== undefined && (
              <ColumnFields key={column} {...{ column, choice, onChange }} found={name} />
            )
          );
        })}
      </Fold>
    </Fields>
  );
}

interface ColumnFieldsProps extends Pick<SheetFieldsProps, 'choice' | 'onChange'> {
  column: string;
  /** What it's called now. */
  found: string;
}

function ColumnFields({ column, found, choice, onChange }: ColumnFieldsProps) {
  const t = fileMessages.use();
  const { name, type } = choice.columns?.find((one) => one.column === column) ?? {};
  return (
    <Pair>
      <TextInput
        label={t('sheet.name_of', { column })}
        value={name ?? ''}
        placeholder={found}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        onChange={({ target }) => onChange(withColumn(choice, { column, type, name: target.value }))}
      />
      <Select
        label={t('sheet.type_of', { column })}
        value={type ?? ''}
        onChange={({ target }) =>
          onChange(withColumn(choice, { column, name, type: (target.value || undefined) as ChosenType }))
        }
        options={['' as const, ...CHOSEN_TYPES].map((value) => ({ value, label: t(`sheet.type.${value}`) }))}
      />
    </Pair>
  );
}

/** The first rows of the sheet, and the chosen one, which can be below them. */
const rowsOf = ({ rows }: SheetLayout, chosen: number | undefined): SheetLayout['rows'] =>
  !chosen || rows.some(({ number }) => number === chosen) ? rows : [...rows, { number: chosen, texts: [] }];

const Fields = styled('div')({ display: 'grid', gap: 12, minWidth: 0 });
const Pair = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 1fr)',
  gap: 12,
  alignItems: 'end',
});
