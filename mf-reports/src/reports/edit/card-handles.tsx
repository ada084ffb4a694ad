import { IconButton, styled } from '@headwater/shared/ui';
import { IconGrip } from '@headwater/shared/ui/icons';
import { messages } from '../../messages.ts';
import { ONE_COLUMN } from '@headwater/shared/figures';
import type { Moves } from './use-moves.ts';

interface HandleProps {
  card: { id: string; title: string };
  isMoved: boolean;
  moves: Moves;
}

/** Moves a card: dragged, or picked up with the space bar and moved with the arrow keys. */
export function MoveHandle({ card, isMoved, moves }: HandleProps) {
  const t = messages.use();
  return (
    <Grip
      onPointerDown={(event) => moves.drag(card.id, false, event)}
      onKeyDown={(event) => moves.key(card.id, event)}
      onBlur={() => isMoved && moves.leave()}
    >
      <IconButton
        size="small"
        label={t('reports.move', { card: card.title || t('reports.card') })}
        aria-pressed={isMoved}
      >
        <IconGrip />
      </IconButton>
    </Grip>
  );
}

/** Changes a card's size by pointer. The keyboard does it with Shift and the arrow keys, from the other handle. */
export function ResizeHandle({ card, moves }: Omit<HandleProps, 'isMoved'>) {
  return <Corner aria-hidden onPointerDown={(event) => moves.drag(card.id, true, event)} />;
}

const Grip = styled('span')({
  flex: 'none',
  touchAction: 'none',
  '& button': { cursor: 'grab' },
  '& button[aria-pressed="true"]': { cursor: 'grabbing' },
  [ONE_COLUMN]: { display: 'none' },
});
const Corner = styled('span')({
  position: 'absolute',
  right: 1,
  bottom: 1,
  width: 20,
  height: 20,
  cursor: 'nwse-resize',
  touchAction: 'none',
  userSelect: 'none',
  '&::after': {
    content: '""',
    position: 'absolute',
    right: 5,
    bottom: 5,
    width: 8,
    height: 8,
    borderRight: '2px solid var(--text-3)',
    borderBottom: '2px solid var(--text-3)',
  },
  [ONE_COLUMN]: { display: 'none' },
});
