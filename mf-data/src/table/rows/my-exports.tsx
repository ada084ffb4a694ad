import { useErrorText, useFormat } from '@headwater/shared/messages';
import { useMutation, useQuery, useQueryClient } from '@headwater/shared/query';
import { CutMiddle, IconButton, styled, Text, toast } from '@headwater/shared/ui';
import { IconClose, IconDownload, IconTrash } from '@headwater/shared/ui/icons';
import { ProgressBar } from '@headwater/shared/ui/workspace';
import { useEffect } from 'react';
import { messages } from '../../messages.ts';
import {
  deleteExport,
  exportFileUrl,
  isUnfinished,
  myExports,
  type RowExport,
} from './row-export.queries.ts';

interface MyExportsProps {
  organizationId: string;
  onUnfinished(): void;
}

/** The user's exports of all tables that are prepared in the background or ready. */
export function MyExports({ organizationId, onUnfinished }: MyExportsProps) {
  const t = messages.use();
  const exports = useQuery(myExports(organizationId)).data ?? [];
  const waits = exports.some(isUnfinished);
  useEffect(() => {
    if (waits) onUnfinished();
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when there is something to wait for
  }, [waits]);
  if (exports.length === 0) return null;
  return (
    <Root aria-label={t('export.mine')}>
      <h3>{t('export.mine')}</h3>
      <ul>
        {exports.map((one) => (
          <Export key={one.id} organizationId={organizationId} one={one} />
        ))}
      </ul>
    </Root>
  );
}

function Export({ organizationId, one }: { organizationId: string; one: RowExport }) {
  const t = messages.use();
  const remove = useDelete(organizationId);
  const { id, fileName, state } = one;
  const isRunning = isUnfinished(one);
  return (
    <li>
      <div>
        <CutMiddle>{fileName}</CutMiddle>
        <State one={one} />
      </div>
      {state === 'ready' && (
        <IconButton
          size="small"
          label={t('export.save', { file: fileName })}
          download={exportFileUrl(organizationId, id)}
        >
          <IconDownload />
        </IconButton>
      )}
      <IconButton
        size="small"
        label={t(isRunning ? 'export.cancel' : 'export.delete', { file: fileName })}
        onClick={() => remove.mutate(id)}
      >
        {isRunning ? <IconClose /> : <IconTrash />}
      </IconButton>
    </li>
  );
}

function State({ one }: { one: RowExport }) {
  const t = messages.use();
  const errorText = useErrorText();
  const { bytes, progress, relative } = useFormat();
  const { state, share, rows, leftOut, error, expiresAt, fileName } = one;
  if (state === 'failed')
    return (
      <Text tone="bad" size={12}>
        {t('export.failed', { reason: errorText(error) })}
      </Text>
    );
  if (state === 'ready')
    return (
      <>
        <Text tone="dim" size={12}>
          {t('export.ready', { size: bytes(one.bytes ?? 0), rows, time: relative(expiresAt) })}
        </Text>
        {leftOut > 0 && (
          <Text tone="warn" size={12}>
            {t('export.left_out', { count: leftOut })}
          </Text>
        )}
      </>
    );
  return (
    <Running>
      <ProgressBar label={fileName} value={state === 'queued' ? 0 : share} />
      <Text tone="dim" size={12}>
        {state === 'queued' ? t('export.waiting') : t('export.running', { share: progress(share), rows })}
      </Text>
    </Running>
  );
}

function useDelete(organizationId: string) {
  const t = messages.use();
  const errorText = useErrorText();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => deleteExport(organizationId, id),
    onError: (error) => toast.error(t('export.not_deleted', { reason: errorText(error) })),
    onSettled: () => client.invalidateQueries({ queryKey: myExports(organizationId).queryKey }),
  });
}

const Root = styled('section')({
  padding: '10px 4px 6px 12px',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-13)',
  '& > h3': { fontSize: 'var(--size-12)', fontWeight: 'var(--weight-medium)', color: 'var(--text-3)' },
  '& > ul': { listStyle: 'none', margin: 0, padding: 0, maxHeight: 260, overflow: 'auto' },
  '& li': { display: 'flex', alignItems: 'center', gap: 2, padding: '4px 0' },
  '& li > div': { display: 'grid', flex: 1, minWidth: 0, marginRight: 6 },
});
const Running = styled('div')({ display: 'grid', gap: 4, paddingTop: 5 });
