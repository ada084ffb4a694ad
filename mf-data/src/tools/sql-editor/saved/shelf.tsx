import { Button, styled } from '@headwater/shared/ui';
import { IconBookmark, IconHistory } from '@headwater/shared/ui/icons';
import { Popover } from '@headwater/shared/ui/menu';
import { messages } from '../../../messages.ts';
import { HistoryList } from './history-list.tsx';
import { QueryList } from './query-list.tsx';
import type { PastRun } from '@headwater/shared/figures';

interface ShelfProps {
  organizationId: string;
  /** The saved query that is open. */
  current: string | null;
  onOpen(id: string): void;
  onOpenRun(run: PastRun): void;
}

/** Where queries are found again. */
export function Shelf({ organizationId, current, onOpen, onOpenRun }: ShelfProps) {
  const t = messages.use();
  return (
    <>
      <Popover
        label={t('saved.title')}
        align="end"
        width={380}
        trigger={(wiring) => (
          <Button size="small" variant="ghost" icon={<IconBookmark />} {...wiring}>
            <Words>{t('saved.open')}</Words>
          </Button>
        )}
      >
        {(close) => (
          <QueryList
            organizationId={organizationId}
            current={current}
            onOpen={(id) => {
              close();
              if (id !== current) onOpen(id);
            }}
          />
        )}
      </Popover>
      <Popover
        label={t('history.title')}
        align="end"
        width={440}
        trigger={(wiring) => (
          <Button size="small" variant="ghost" icon={<IconHistory />} {...wiring}>
            <Words>{t('history.open')}</Words>
          </Button>
        )}
      >
        {(close) => (
          <HistoryList
            organizationId={organizationId}
            onOpen={(run) => {
              close();
              onOpenRun(run);
            }}
          />
        )}
      </Popover>
    </>
  );
}

// On a phone, the page's name needs the room.
const Words = styled('span')({
  '@media (max-width: 480px)': {
    position: 'absolute',
    width: 1,
    height: 1,
    overflow: 'hidden',
    clipPath: 'inset(50%)',
    whiteSpace: 'nowrap',
  },
});
