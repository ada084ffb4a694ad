import type { RowFormat } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import { Button, toast } from '@headwater/shared/ui';
import { IconChevronDown, IconDownload } from '@headwater/shared/ui/icons';
import { Menu, MenuItem, MenuLabel } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { pageOf } from './paging.ts';
import { rowFileUrl, type RowPage } from './row.queries.ts';
import { asInsert, asJson, asTsv } from './rows-as-text.ts';

interface ExportMenuProps {
  address: TableAddress;
  version: number;
  /** The rows on screen, once they are loaded. */
  page: RowPage | undefined;
}

/**
 * Saves all rows that match, in their order and with the columns that are shown, from the version on screen, or copies
 * those on the page.
 */
export function ExportMenu({ address, version, page }: ExportMenuProps) {
  const t = messages.use();
  const [query] = useSearchParams();
  const asked = pageOf(query);
  const item = (format: RowFormat) => (
    <MenuItem download={rowFileUrl(address, version, asked, format)}>{t(`export.${format}`)}</MenuItem>
  );
  const isWhole = asked.filter === '' && asked.columns === '';
  return (
    <Menu
      align="end"
      trigger={(wiring) => (
        <Button size="small" icon={<IconDownload />} endIcon={<IconChevronDown />} {...wiring}>
          {t('export.open')}
        </Button>
      )}
    >
      <MenuLabel>{t(isWhole ? 'export.whole' : 'export.shown')}</MenuLabel>
      {item('csv')}
      {item('jsonl')}
      {page && page.rows.length > 0 && <CopyItems address={address} page={page} />}
    </Menu>
  );
}

function CopyItems({ address, page }: { address: TableAddress; page: RowPage }) {
  const t = messages.use();
  const { columns, rows, cut } = page;
  if (cut.length > 0) return <MenuLabel>{t('copy.too_long')}</MenuLabel>;
  const copy = async (text: string) => {
    await navigator.clipboard.writeText(text);
    toast.success(t('copy.done', { count: rows.length }));
  };
  return (
    <>
      <MenuLabel>{t('copy.page', { count: rows.length })}</MenuLabel>
      <MenuItem onSelect={() => void copy(asTsv(columns, rows))}>{t('copy.tsv')}</MenuItem>
      <MenuItem onSelect={() => void copy(asJson(columns, rows))}>{t('copy.json')}</MenuItem>
      <MenuItem onSelect={() => void copy(asInsert(address.tableName, columns, rows))}>
        {t('copy.sql')}
      </MenuItem>
    </>
  );
}
