import type { SqlCatalogAttributes } from '@headwater/shared/contract';
import { Button, QueryBoundary, Skeleton, styled, type QueryBoundaryProps } from '@headwater/shared/ui';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { TableTree } from './table-tree.tsx';

interface TablePaneProps {
  catalog: QueryBoundaryProps<SqlCatalogAttributes>['query'];
  onInsert(name: string): void;
}

/** The tables beside the query, or above it where there is no room. */
export function TablePane({ catalog, onInsert }: TablePaneProps) {
  const t = messages.use();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Toggle>
        <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t('sql.tables')}
        </Button>
      </Toggle>
      <Side data-open={isOpen || undefined}>
        <QueryBoundary query={catalog} thing={t('list.thing')} loading={<TreeLoading />}>
          {({ tables }) => <TableTree tables={tables} onInsert={onInsert} />}
        </QueryBoundary>
      </Side>
    </>
  );
}

const TreeLoading = () => (
  <Loading>
    <Skeleton width="100%" height={28} />
    <Skeleton width="80%" />
    <Skeleton width="70%" />
    <Skeleton width="75%" />
  </Loading>
);

const Toggle = styled('div')({
  display: 'none',
  padding: '8px 12px',
  borderBottom: 'var(--hair)',
  '@media (max-width: 900px)': { display: 'block' },
});
const Side = styled('aside')({
  display: 'flex',
  flexDirection: 'column',
  minWidth: 0,
  minHeight: 0,
  borderRight: 'var(--hair)',
  fontSize: 'var(--size-13)',
  '@media (max-width: 900px)': {
    gridRow: 2,
    maxHeight: 320,
    borderRight: 0,
    borderBottom: 'var(--hair)',
    '&:not([data-open])': { display: 'none' },
  },
});
const Loading = styled('div')({ display: 'grid', gap: 10, padding: 12 });
