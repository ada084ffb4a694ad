import type { Column, QueryCondition } from '@headwater/shared/contract';
import { IconButton, styled } from '@headwater/shared/ui';
import { IconClose } from '@headwater/shared/ui/icons';
import { Popover } from '@headwater/shared/ui/menu';
import { KindIcon } from '@headwater/shared/ui/table';
import type { ReactNode } from 'react';
import { figureMessages } from '../figure-messages.ts';
import { useConditionText } from './use-condition-text.ts';

interface FilterChipProps {
  /** Conditions of which at least one holds. Only a single one can be edited. */
  group: readonly QueryCondition[];
  columns: readonly Column[];
  onRemove(): void;
  form(close: () => void): ReactNode;
}

/** A condition that rows meet, which can be edited and removed. */
export function FilterChip({ group, columns, onRemove, form }: FilterChipProps) {
  const t = figureMessages.use();
  const textOf = useConditionText();
  const columnOf = ({ column }: QueryCondition) => columns.find(({ name }) => name === column);
  const names = group.map(({ column }) => column).join(', ');
  const parts = group.map((condition, at) => {
    const { operator, values } = textOf(condition, columnOf(condition));
    return (
      <span key={at}>
        {at > 0 && <i>{t('filter.or')} </i>}
        {condition.column} <i>{operator}</i> <b>{values}</b>
      </span>
    );
  });
  const column = group[0] && columnOf(group[0]);
  const content = (
    <>
      {column && <KindIcon kind={column.kind} />}
      {parts}
    </>
  );
  return (
    <Chip>
      {group.length === 1 && column ? (
        <Popover
          label={t('filter.edit', { column: names })}
          trigger={(wiring) => (
            <button type="button" {...wiring}>
              {content}
            </button>
          )}
        >
          {form}
        </Popover>
      ) : (
        <span className="fixed">{content}</span>
      )}
      <IconButton size="small" label={t('filter.remove', { column: names })} onClick={onRemove}>
        <IconClose size={12} />
      </IconButton>
    </Chip>
  );
}

const Chip = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  maxWidth: '100%',
  height: 'var(--control-sm)',
  borderRadius: 'var(--radius)',
  background: 'var(--fill)',
  fontSize: 'var(--size-13)',
  color: 'var(--text)',
  '& > button:first-of-type, & > .fixed': {
    display: 'inline-flex',
    alignItems: 'center',
    gap: 6,
    minWidth: 0,
    height: '100%',
    padding: '0 4px 0 8px',
    border: 0,
    borderRadius: 'var(--radius)',
    background: 'none',
    font: 'inherit',
    color: 'inherit',
    whiteSpace: 'nowrap',
    overflow: 'hidden',
  },
  '& > button:first-of-type': { cursor: 'pointer' },
  '& > button:first-of-type:hover': { background: 'var(--fill-hover)' },
  '& span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& i': { fontStyle: 'normal', color: 'var(--text-2)' },
  '& b': { fontWeight: 'var(--weight-medium)' },
  '& .hw-icon': { color: 'var(--icon)', flex: 'none' },
});
