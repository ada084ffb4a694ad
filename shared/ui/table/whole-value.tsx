import { styled } from '@mui/material/styles';
import type { ReactNode } from 'react';
import { formatFor, useFormat } from '../../messages/format.ts';
import { useLanguage } from '../../messages/language.ts';
import { CopyButton } from '../core/copy-button.tsx';
import { Dialog } from '../menu/dialog.tsx';
import { uiMessages } from '../ui-messages.ts';
import type { GridColumn } from './grid-column.ts';
import { hasZone } from './cell-text.ts';

export interface WholeValueProps {
  /** Null if no cell is open. */
  column: GridColumn | null;
  /** The number of the row in the table, from 1. */
  row: number;
  value: string | null;
  /** Where it leads further: buttons beside the one that copies it. */
  more?: ReactNode;
  onClose(): void;
}

/** A dialog with a cell's whole text; JSON is indented. */
export function WholeValue({ column, row, value, more, onClose }: WholeValueProps) {
  const t = uiMessages.use();
  const language = useLanguage();
  const own = useFormat();
  const { timestamp, timeZone } = column?.zone === undefined ? own : formatFor(language, column.zone);
  const title = column ? t('grid.whole_value', { column: column.name, row }) : '';
  return (
    <Dialog
      open={column !== null}
      wide={(value?.length ?? 0) > 160}
      title={title}
      onClose={onClose}
      actions={
        value === null && !more ? undefined : (
          <>
            {value !== null && <CopyButton text={value} label={t('grid.copy_value')} wordy />}
            {more}
          </>
        )
      }
    >
      {column && value !== null && hasZone(column) && (
        <p>{t('grid.in_zone', { time: timestamp(value), zone: timeZone })}</p>
      )}
      <Value>{value === null ? t('grid.null') : column?.kind === 'json' ? indentJson(value) : value}</Value>
    </Dialog>
  );
}

/** Indents JSON, unless parsing it would change a number: those with more than 15 digits are rounded. */
function indentJson(value: string): string {
  try {
    const indented = JSON.stringify(JSON.parse(value), null, 2);
    return digits(indented) === digits(value) ? indented : value;
  } catch {
    return value;
  }
}

const digits = (text: string) => text.replace(/\D/g, '');

const Value = styled('pre')({
  margin: 0,
  maxHeight: '60vh',
  overflow: 'auto',
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontFamily: 'var(--font-mono)',
  fontSize: 'var(--size-13)',
  color: 'var(--text)',
});
