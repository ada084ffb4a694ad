import { useRefusal } from '@headwater/shared/session';
import { paths } from '@headwater/shared/routing';
import { Button, Row, styled, Text } from '@headwater/shared/ui';
import { IconCalendar, IconPause, IconPlay, IconRefresh } from '@headwater/shared/ui/icons';
import type { ReactNode } from 'react';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { applicable, useSourceActions, type SourceAction } from '../use-source-actions.ts';
import { useWorkspace } from '../workspace.ts';

interface BulkBarProps {
  chosen: readonly SourceConnection[];
  onClear(): void;
}

const ICONS: Record<SourceAction, ReactNode> = {
  sync: <IconRefresh />,
  pause: <IconPause />,
  resume: <IconPlay />,
};

/** What can be done with the chosen connections, in the place of the filters. */
export function BulkBar({ chosen, onClear }: BulkBarProps) {
  const t = messages.use();
  const { organizationId, canEdit } = useWorkspace();
  const act = useSourceActions();
  const refusal = useRefusal();
  const [first, ...others] = chosen.map(({ id }) => id);
  const reasonOf = (action: SourceAction) =>
    action === 'sync' && chosen.every(({ can }) => !can.sync)
      ? refusal(t('details.no_sync_role'))
      : t(`bulk.no_${action}`);
  const button = (action: SourceAction) => {
    const sources = applicable(action, chosen);
    return (
      <Button
        key={action}
        size="small"
        icon={ICONS[action]}
        busy={act.isPending && act.variables.action === action}
        disabledReason={sources.length === 0 ? reasonOf(action) : undefined}
        onClick={() => act.mutate({ action, sources }, { onSuccess: onClear })}
      >
        {t(`bulk.${action}`)}
      </Button>
    );
  };
  return (
    <Bar role="toolbar" aria-label={t('bulk.label')}>
      <Text size={13} strong aria-live="polite">
        {t('bulk.chosen', { count: chosen.length })}
      </Text>
      <Row gap={1.5}>
        {button('sync')}
        {canEdit && (
          <>
            {button('pause')}
            {button('resume')}
            <Button
              size="small"
              icon={<IconCalendar />}
              to={paths.scheduleSync(organizationId, first!, { also: others.join(',') || undefined })}
            >
              {t('bulk.schedule')}
            </Button>
          </>
        )}
        <Button size="small" variant="ghost" onClick={onClear}>
          {t('bulk.clear')}
        </Button>
      </Row>
    </Bar>
  );
}

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '8px 16px',
  minHeight: 'var(--control-sm)',
});
