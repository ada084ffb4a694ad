import { IconButton, Row, Skeleton } from '@headwater/shared/ui';
import { Frame, FrameFoot } from '@headwater/shared/ui/workspace';
import { IconChevronLeft, IconChevronRight } from '@headwater/shared/ui/icons';
import { DataTable, type DataTableColumn } from '@headwater/shared/ui/table';
import type { Page } from '@headwater/shared/json-api';
import { messages } from '../messages.ts';
import { usePaging } from './use-paging.ts';

interface ListTableProps<Row extends { id: string }> {
  label: string;
  columns: readonly DataTableColumn<Row>[];
  /** Undefined while it is being loaded. */
  page: Page<Row> | undefined;
  /** Whether the rows shown are about to be replaced. */
  busy: boolean;
  count(total: number): string;
}

export function ListTable<Row extends { id: string }>({
  label,
  columns,
  page,
  busy,
  count,
}: ListTableProps<Row>) {
  return (
    <Frame bleed>
      <DataTable
        label={label}
        columns={columns}
        rows={page?.items}
        rowKey={(row) => row.id}
        density="two-line"
        busy={busy}
        skeletonRows={10}
      />
      <FrameFoot>
        <span role="status">{page ? count(page.total) : <Skeleton width={64} />}</span>
        <Paging page={page} />
      </FrameFoot>
    </Frame>
  );
}

function Paging({ page }: { page: { next: string | null } | undefined }) {
  const t = messages.use();
  const { toPrevious, toNext } = usePaging(page?.next ?? null);
  return (
    <Row gap={1} nowrap>
      <IconButton
        label={t('list.previous')}
        disabledReason={toPrevious ? undefined : t('list.isFirst')}
        onClick={toPrevious ?? undefined}
      >
        <IconChevronLeft />
      </IconButton>
      <IconButton
        label={t('list.next')}
        disabledReason={toNext ? undefined : t(page ? 'list.isLast' : 'list.loading')}
        onClick={toNext ?? undefined}
      >
        <IconChevronRight />
      </IconButton>
    </Row>
  );
}
