import { useRefusal } from '@headwater/shared/session';
import { useSearchParams } from '@headwater/shared/routing';
import { Button, IconButton, styled } from '@headwater/shared/ui';
import { ConfirmDialog, Menu, MenuItem } from '@headwater/shared/ui/menu';
import { IconChevronDown, IconRefresh } from '@headwater/shared/ui/icons';
import { useState } from 'react';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useStartRun } from '../use-run-actions.ts';
import { useWorkspace } from '../workspace.ts';
import { ChosenTables } from './chosen-tables.tsx';

/** Starts a run of all selected tables, or, from its menu, of some of them or from scratch. */
export function SyncNow({ source }: { source: SourceConnection }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query] = useSearchParams();
  const [asks, setAsks] = useState<'tables' | 'scratch' | null>(null);
  const start = useStartRun(organizationId, source.id);
  const refusal = useRefusal();
  const reason = !source.can.sync
    ? refusal(t('details.no_sync_role'))
    : source.selectedTables === 0
      ? t('details.no_tables')
      : undefined;
  // On the settings tab, the form's own button is the primary one.
  const variant = query.get('tab') === 'settings' ? 'secondary' : 'primary';
  const close = () => setAsks(null);
  return (
    <>
      <Split>
        <Button
          variant={variant}
          icon={<IconRefresh />}
          busy={start.isPending}
          busyLabel={t('details.syncing')}
          disabledReason={reason}
          onClick={() => start.mutate({})}
        >
          {t('details.sync')}
        </Button>
        {!reason && (
          <Menu
            align="end"
            trigger={(wiring) => (
              <IconButton {...wiring} variant={variant} label={t('sync.more')}>
                <IconChevronDown />
              </IconButton>
            )}
          >
            <MenuItem aria-haspopup="dialog" onSelect={() => setAsks('tables')}>
              {t('sync.chosen')}
            </MenuItem>
            <MenuItem aria-haspopup="dialog" onSelect={() => setAsks('scratch')}>
              {t('sync.scratch')}
            </MenuItem>
          </Menu>
        )}
      </Split>
      {asks === 'tables' && (
        <ChosenTables
          source={source}
          busy={start.isPending}
          onStart={(contents) => start.mutate(contents, { onSuccess: close })}
          onClose={close}
        />
      )}
      <ConfirmDialog
        open={asks === 'scratch'}
        title={t('sync.scratch_title', { source: source.name })}
        confirm={t('sync.scratch_confirm')}
        busy={start.isPending}
        onConfirm={() => start.mutate({ refresh: true }, { onSuccess: close })}
        onCancel={close}
      >
        <p>{t('sync.scratch_text')}</p>
      </ConfirmDialog>
    </>
  );
}

/** Two buttons that look like one. */
const Split = styled('div')({
  display: 'inline-flex',
  gap: 1,
  '& > :has(+ *)': { borderStartEndRadius: 0, borderEndEndRadius: 0 },
  '& > * + *': { borderStartStartRadius: 0, borderEndStartRadius: 0 },
  '& > [data-variant="primary"]': { color: 'var(--on-accent)' },
  '@media (max-width: 600px)': { flex: 1, '& > :not(* + *)': { flex: 1 } },
});
