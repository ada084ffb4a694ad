import type { Table, TableAddress } from '@headwater/shared/tables';
import { IconButton } from '@headwater/shared/ui';
import { IconEdit } from '@headwater/shared/ui/icons';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { codeOf, WithCode } from '@headwater/shared/figures';

const dialog = codeOf('describe', () => import(/* webpackChunkName: "describe" */ './describe-dialog.tsx'));

interface DescribeButtonProps {
  address: TableAddress;
  table: Table;
}

/** Opens the form for what is said about a table. Its code is loaded then. */
export function DescribeButton({ address, table }: DescribeButtonProps) {
  const t = messages.use();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton label={t('about.edit')} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <IconEdit />
      </IconButton>
      {isOpen && (
        <WithCode code={dialog} thing={t('about.thing')} loading={null}>
          {({ DescribeDialog }) => (
            <DescribeDialog address={address} table={table} onClose={() => setOpen(false)} />
          )}
        </WithCode>
      )}
    </>
  );
}
