import type { RowFormat } from '@headwater/shared/contract';
import { useSearchParams } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import { Button } from '@headwater/shared/ui';
import { IconChevronDown, IconDownload } from '@headwater/shared/ui/icons';
import { Menu, MenuItem, MenuLabel } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { pageOf } from './paging.ts';
import { rowFileUrl } from './row.queries.ts';

/** Saves all rows that match, in their order and with the columns that are shown, from the version on screen. */
export function ExportMenu({ address, version }: { address: TableAddress; version: number }) {
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
    </Menu>
  );
}
