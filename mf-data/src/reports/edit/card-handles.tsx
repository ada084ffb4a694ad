import type { CardLayout, ReportCard } from '@headwater/shared/contract';
import { IconButton, styled } from '@headwater/shared/ui';
import { IconGrip } from '@headwater/shared/ui/icons';
import { useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { messages } from '../../messages.ts';
import { GAP, ONE_COLUMN, ROW } from '../report/board.tsx';
import { afterKey, withLayout } from './layout.ts';

interface MoveState {
  id: string;
  cards: readonly ReportCard[];
}

/** Moves and resizes cards, by pointer and by keyboard. Until a card is dropped, only what is shown changes. */
export function useMoves(
  cards: readonly ReportCard[],
  board: RefObject<HTMLDivElement | null>,
  onDrop: (cards: ReportCard[]) => void,
) {
  const t = messages.use();
  const [moved, setMoved] = useState<MoveState | null>(null);
  const [spoken, setSpoken] = useState('');
  const latest = useRef<MoveState | null>(null);

  const say = (
    what: 'picked' | 'moved' | 'dropped' | 'returned',
    id: string,
    among: readonly ReportCard[],
  ) => {
    const card = among.find((one) => one.id === id);
    if (!card) return;
    const { x, y, w, h } = card.layout;
    const name = card.title || t('reports.card');
    setSpoken(t(`reports.spoken_${what}`, { card: name, column: x + 1, row: y + 1, width: w, height: h }));
  };
  const show = (state: MoveState | null) => {
    latest.current = state;
    setMoved(state);
  };
  const begin = (id: string) => {
    show({ id, cards });
    say('picked', id, cards);
  };
  const drop = () => {
    const state = latest.current;
    if (!state) return;
    show(null);
    say('dropped', state.id, state.cards);
    if (state.cards !== cards) onDrop([...state.cards]);
  };
  const leave = () => {
    const state = latest.current;
    if (!state) return;
    show(null);
    say('returned', state.id, cards);
  };
  const key = (id: string, event: KeyboardEvent) => {
    const state = latest.current?.id === id ? latest.current : null;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      if (state) drop();
      else begin(id);
      return;
    }
    if (!state) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      leave();
      return;
    }
    const next = afterKey(state.cards, id, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    show({ id, cards: next });
    say('moved', id, next);
  };
  /** Follows the pointer in steps of the grid. */
  const drag = (id: string, isResize: boolean, event: PointerEvent<HTMLElement>) => {
    const grid = board.current;
    const from = cards.find((card) => card.id === id)?.layout;
    if (!grid || !from || event.button !== 0) return;
    const column = (grid.clientWidth + GAP) / 12;
    const { clientX, clientY, currentTarget: handle, pointerId } = event;
    handle.setPointerCapture(pointerId);
    begin(id);
    const move = (at: globalThis.PointerEvent) => {
      const x = Math.round((at.clientX - clientX) / column);
      const y = Math.round((at.clientY - clientY) / (ROW + GAP));
      const wanted: CardLayout = isResize
        ? { ...from, w: Math.min(from.w + x, 12 - from.x), h: from.h + y }
        : { ...from, x: from.x + x, y: from.y + y };
      const next = x === 0 && y === 0 ? cards : withLayout(cards, id, wanted);
      if (JSON.stringify(next) !== JSON.stringify(latest.current?.cards)) show({ id, cards: next });
    };
    const stop = new AbortController();
    const { signal } = stop;
    const end = (done: () => void) => () => {
      stop.abort();
      done();
    };
    handle.addEventListener('pointermove', move, { signal });
    handle.addEventListener('pointerup', end(drop), { signal });
    handle.addEventListener('pointercancel', end(leave), { signal });
    window.addEventListener('keydown', (pressed) => pressed.key === 'Escape' && end(leave)(), { signal });
  };
  return { moved, spoken, key, drag, leave };
}

interface HandleProps {
  card: ReportCard;
  isMoved: boolean;
  moves: ReturnType<typeof useMoves>;
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
