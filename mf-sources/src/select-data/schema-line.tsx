import { Mono, styled, Text } from '@headwater/shared/ui';
import { IconChevronDown, IconChevronRight } from '@headwater/shared/ui/icons';
import type { HTMLAttributes } from 'react';
import { messages } from '../messages.ts';
import type { SchemaRow } from './tree-rows.ts';

interface SchemaLineProps {
  row: SchemaRow;
  /** The row's attributes in the tree, for the keyboard and screen readers. */
  wiring: HTMLAttributes<HTMLDivElement>;
  /** How many of the schema's tables are selected, including those that aren't shown. */
  selected: number;
  onToggle(): void;
}

/** The heading of a schema, with how many of its tables are selected. A click collapses or expands it. */
export function SchemaLine({
  row: { namespace, streams, isOpen },
  wiring,
  selected,
  onToggle,
}: SchemaLineProps) {
  const t = messages.use();
  const Chevron = isOpen ? IconChevronDown : IconChevronRight;
  return (
    <Line {...wiring} aria-expanded={isOpen}>
      <div role="gridcell">
        <button type="button" tabIndex={-1} onClick={onToggle}>
          <Chevron size={14} />
          <Mono>{namespace}</Mono>
          <Text tone="muted">{t('tables.group', { selected, total: streams.length })}</Text>
        </button>
      </div>
    </Line>
  );
}

const Line = styled('div')({
  background: 'var(--surface-2)',
  '& > [role="gridcell"]': { gridColumn: '1 / -1' },
  '& button': {
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    width: '100%',
    height: 'calc(var(--row) - 1px)',
    fontSize: 'var(--size-12)',
  },
  '& button > .hw-icon': { color: 'var(--icon)' },
});
