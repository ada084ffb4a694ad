import type { Column } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { useQuery } from '@headwater/shared/query';
import type { TableAddress } from '@headwater/shared/tables';
import { Button, toast } from '@headwater/shared/ui';
import { IconChevronDown, IconDownload } from '@headwater/shared/ui/icons';
import { Popover } from '@headwater/shared/ui/menu';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import type { RowPage } from '@headwater/shared/figures';
import { isUnfinished, myExports } from './row-export.queries.ts';
import { WithRowForms } from './with-row-forms.tsx';

interface ExportButtonProps {
  address: TableAddress;
  version: number;
  columns: readonly Column[];
  /** The rows on screen, once they are loaded. */
  page: RowPage | undefined;
}

/** Saves rows of the version on screen as a file, or prepares one in the background, or copies those on the page. */
export function ExportButton({ address, version, columns, page }: ExportButtonProps) {
  const t = messages.use();
  const follow = useFinishedExports(address.organizationId);
  return (
    <Popover
      label={t('export.title')}
      align="end"
      width={340}
      trigger={(wiring) => (
        <Button size="small" icon={<IconDownload />} endIcon={<IconChevronDown />} {...wiring}>
          {t('export.open')}
        </Button>
      )}
    >
      {(close) => (
        <WithRowForms>
          {({ ExportPanel }) => (
            <ExportPanel
              address={address}
              version={version}
              columns={columns.length}
              page={page}
              onDone={close}
              onUnfinished={follow}
            />
          )}
        </WithRowForms>
      )}
    </Popover>
  );
}

/** Says when an export is ready or has failed. Returns what starts to watch them. */
function useFinishedExports(organizationId: string): () => void {
  const t = messages.use();
  const errorText = useErrorText();
  const [isFollowing, setFollowing] = useState(false);
  const { data } = useQuery({ ...myExports(organizationId), enabled: isFollowing });
  const unfinished = useRef(new Set<string>());
  useEffect(() => {
    for (const { id, state, fileName, error } of data ?? []) {
      if (!unfinished.current.has(id)) continue;
      if (state === 'ready') toast.success(t('export.is_ready', { file: fileName }));
      if (state === 'failed')
        toast.error(t('export.has_failed', { file: fileName, reason: errorText(error) }));
    }
    unfinished.current = new Set(data?.filter(isUnfinished).map(({ id }) => id));
    if (data && unfinished.current.size === 0) setFollowing(false);
  }, [data, t, errorText]);
  return () => setFollowing(true);
}
