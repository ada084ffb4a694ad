import { useFormat } from '@headwater/shared/messages';
import { useInfiniteQuery } from '@headwater/shared/query';
import type { Table, TableAddress } from '@headwater/shared/tables';
import { Banner, Button } from '@headwater/shared/ui';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { isRestorable, versionsQuery, type TableVersion } from '../version.queries.ts';
import { RestoreDialog } from './restore-dialog.tsx';

/** Tells users that the current version can't be read, and offers the newest one that can. */
export function DamageNotice({ address, table }: { address: TableAddress; table: Table }) {
  const t = messages.use();
  const { dateTime } = useFormat();
  const versions = useInfiniteQuery(versionsQuery(address, table.version));
  const [chosen, setChosen] = useState<TableVersion | null>(null);
  const intact = versions.data?.pages.flatMap(({ items }) => items).find(isRestorable);
  const version = table.version ?? 0;
  return (
    <Banner
      tone="bad"
      action={
        intact &&
        table.can.restore && (
          <Button size="small" aria-haspopup="dialog" onClick={() => setChosen(intact)}>
            {t('versions.restore_named', { version: intact.version })}
          </Button>
        )
      }
    >
      {table.connectionDeleted
        ? t('table.damaged_final', { version })
        : intact
          ? t('table.damaged', { version, intact: intact.version, time: dateTime(intact.freshAsOf) })
          : t('table.damaged_alone', { version })}
      {chosen && (
        <RestoreDialog address={address} table={table} version={chosen} onClose={() => setChosen(null)} />
      )}
    </Banner>
  );
}
