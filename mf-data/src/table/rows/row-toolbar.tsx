import type { Column } from '@headwater/shared/contract';
import type { TableAddress } from '@headwater/shared/tables';
import { useSearchParams } from '@headwater/shared/routing';
import { IconButton, Spacer, styled } from '@headwater/shared/ui';
import { IconDensity, IconSearch } from '@headwater/shared/ui/icons';
import { messages } from '../../messages.ts';
import { ColumnPicker } from './column-picker.tsx';
import { ExportButton } from './export-button.tsx';
import { FilterBar } from './filter-bar.tsx';
import { isCompactIn, type RowPage, withDensity } from '@headwater/shared/figures';
import type { Find } from './use-find.ts';
import { RowSqlButton } from './row-sql-button.tsx';
import { ViewsButton } from './views-button.tsx';
import { WithRowForms } from './with-row-forms.tsx';

interface RowToolbarProps {
  address: TableAddress;
  version: number;
  columns: readonly Column[];
  /** The rows on screen, once they are loaded. */
  page: RowPage | undefined;
  find: Find;
}

/** Which rows are shown, as a chip for each condition. All of it is in the URL. */
export function RowToolbar({ address, version, columns, page, find }: RowToolbarProps) {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  return (
    <Bar role="group" aria-label={t('filter.region')}>
      <ViewsButton address={address} />
      <FilterBar address={address} version={version} columns={columns} />
      <Spacer />
      {find.isOpen ? (
        <WithRowForms>{({ FindBar }) => <FindBar find={find} />}</WithRowForms>
      ) : (
        <IconButton size="small" label={t('find.open')} onClick={find.open}>
          <IconSearch />
        </IconButton>
      )}
      <IconButton
        size="small"
        label={t('density.compact')}
        aria-pressed={isCompactIn(query)}
        onClick={() => setQuery((latest) => withDensity(latest, !isCompactIn(latest)), { replace: true })}
      >
        <IconDensity />
      </IconButton>
      <ColumnPicker columns={columns} />
      <RowSqlButton address={address} />
      <ExportButton address={address} version={version} columns={columns} page={page} />
    </Bar>
  );
}

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  padding: '8px 16px 8px 24px',
  '@media (max-width: 600px)': { padding: '8px 16px' },
});
