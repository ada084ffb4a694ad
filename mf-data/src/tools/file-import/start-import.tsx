import { useRefusal } from '@headwater/shared/session';
import { useQuery } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, Note, Row, Stack } from '@headwater/shared/ui';
import { IconTrash } from '@headwater/shared/ui/icons';
import { Options } from '@headwater/shared/ui/inputs';
import { useState } from 'react';
import { messages } from '../../messages.ts';
import { importQueries, isBusy, type Keeping, type Stream } from './import.queries.ts';
import type { ImportProps } from './import-props.ts';
import { useImportActions } from './use-import-actions.ts';

/** Imports what is selected of the files, or discards an import that has loaded nothing. */
export function StartImport(props: ImportProps) {
  const { organizationId, source, catalog } = props;
  const t = messages.use();
  const navigate = useNavigate();
  const streams = useQuery({
    ...importQueries.streams(organizationId, source.id, catalog),
    enabled: catalog.state === 'ready',
  });
  const [chosen, setKeeping] = useState<Keeping>();
  const { start, discard } = useImportActions(organizationId, source);
  const selected = streams.data?.filter((stream) => stream.selected) ?? [];
  const isDone = source.status === 'synced';
  const isUpdate = source.freshAsOf !== null;
  // Other connections' modes are set where their tables are chosen. Files are replaced or added to.
  const keeping = chosen ?? (selected.some(isAdding) ? 'append' : 'overwrite');
  const reason = useReason(props, streams.data);
  const leave = async () => {
    await navigate(paths.fileImport(organizationId));
    discard.mutate();
  };
  return (
    <Stack gap={4}>
      {isUpdate && source.can.edit && selected.length > 0 && (
        <Options<Keeping>
          label={t('import.keeping')}
          name="keeping"
          value={keeping}
          onChange={setKeeping}
          options={[
            {
              value: 'overwrite',
              label: t('import.replace_rows'),
              more: <Note>{t('import.replace_rows_text')}</Note>,
            },
            { value: 'append', label: t('import.add_rows'), more: <Note>{t('import.add_rows_text')}</Note> },
          ]}
        />
      )}
      <Row>
        <Button
          variant={isDone ? 'secondary' : 'primary'}
          busy={start.isPending}
          disabledReason={reason}
          onClick={() => start.mutate({ streams: selected, keeping: isUpdate ? keeping : 'overwrite' })}
        >
          {isDone
            ? t('import.again')
            : selected.length > 1
              ? t('import.start_several', { count: selected.length })
              : t('import.start')}
        </Button>
        {source.can.edit && source.lastRun === null && (
          <Button variant="ghost" icon={<IconTrash />} onClick={() => void leave()}>
            {t('import.discard')}
          </Button>
        )}
      </Row>
    </Stack>
  );
}

const isAdding = ({ destinationSyncMode }: Stream) => destinationSyncMode === 'append';

/** Returns why nothing can be imported now, if it can't. */
function useReason({ source, catalog }: ImportProps, streams: readonly Stream[] | undefined) {
  const t = messages.use();
  const refusal = useRefusal();
  if (!source.can.edit || !source.can.sync) return refusal(t('import.not_allowed'));
  if (isBusy(source)) return t('import.wait_for_run');
  if (catalog.state === 'discovering' || catalog.state === 'unknown') return t('import.wait_for_reading');
  if (catalog.state === 'discover_failed') return t('import.unreadable');
  if (streams === undefined) return t('import.wait_for_reading');
  if (streams.every(({ problem }) => problem !== null)) return t('import.unreadable');
  return streams.some(({ selected }) => selected) ? undefined : t('import.none_selected');
}
