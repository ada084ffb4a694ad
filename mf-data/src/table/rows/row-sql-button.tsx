import type { TableAddress } from '@headwater/shared/tables';
import { IconButton } from '@headwater/shared/ui';
import { IconCode } from '@headwater/shared/ui/icons';
import { Popover } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { WithRowForms } from './with-row-forms.tsx';

/** Opens the statement of the rows on screen. */
export function RowSqlButton({ address }: { address: TableAddress }) {
  const t = messages.use();
  return (
    <Popover
      label={t('chart.sql')}
      align="end"
      width={560}
      trigger={(wiring) => (
        <IconButton size="small" label={t('chart.sql')} {...wiring}>
          <IconCode />
        </IconButton>
      )}
    >
      {() => <WithRowForms>{({ RowSqlPanel }) => <RowSqlPanel address={address} />}</WithRowForms>}
    </Popover>
  );
}
