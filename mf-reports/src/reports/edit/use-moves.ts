import type { CardLayout } from '@headwater/shared/contract';
import { useEffect, useRef, useState, type KeyboardEvent, type PointerEvent, type RefObject } from 'react';
import { messages } from '../../messages.ts';
import type { OfferedCard } from './new-card.ts';
import { followPointer } from './follow-pointer.ts';
import { afterKey, placeAfter, placeAt, withLayout, type Laid, type Point } from '@headwater/shared/figures';

interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

interface MoveState {
  /** Of the card, or `NEW`. */
  id: string;
  /** Where everything is shown. */
  laid: readonly Laid[];
  /** Where a card was, in px, if it follows the pointer instead of standing at its new place. */
  lift: Box | null;
  /** What becomes a new card. */
  offer: OfferedCard | null;
}

/** Instead of the ID of a card that there isn't yet. No card has it. */
const NEW = 'new card';

interface MovesOf {
  /** Where the cards are. */
  laid: readonly Laid[];
  nameOf(id: string): string;
  board: RefObject<HTMLDivElement | null>;
  onDrop(laid: readonly Laid[]): void;
  onTake(offer: OfferedCard, place: CardLayout): void;
}

/**
 * Moves and resizes cards by pointer and by keyboard, and drags new ones onto the grid. Until something is dropped, only
 * what is shown changes.
 */
export function useMoves({ laid, nameOf, board, onDrop, onTake }: MovesOf) {
  const [moved, setMoved] = useState<MoveState | null>(null);
  const { spoken, say } = useSpoken();
  const latest = useRef<MoveState | null>(null);
  const [floating] = useState(floatingElement);
  // The report may change while something is dragged.
  const newest = useRef({ laid, onDrop, onTake });
  useEffect(() => {
    newest.current = { laid, onDrop, onTake };
  });
  const show = (state: MoveState | null) => {
    latest.current = state;
    setMoved(state);
  };
  const sayOf = (what: Said, id: string, among: readonly Laid[]) =>
    say(what, nameOf(id), layoutOf(among, id));
  const begin = (id: string, lift: Box | null = null) => {
    show({ id, laid, lift, offer: null });
    sayOf('picked', id, laid);
  };
  const drop = () => {
    const state = latest.current;
    if (!state) return;
    show(null);
    sayOf('dropped', state.id, state.laid);
    if (state.laid !== laid) newest.current.onDrop(state.laid);
  };
  const leave = () => {
    const state = latest.current;
    if (!state) return;
    show(null);
    sayOf('returned', state.id, laid);
  };
  const key = (id: string, event: KeyboardEvent) => {
    const state = latest.current?.id === id ? latest.current : null;
    if (event.key === ' ' || event.key === 'Enter') {
      event.preventDefault();
      return state ? drop() : begin(id);
    }
    if (!state) return;
    if (event.key === 'Escape') {
      event.stopPropagation();
      return leave();
    }
    const next = afterKey(state.laid, id, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    show({ ...state, laid: next });
    sayOf('moved', id, next);
  };
  /** Shows something at another place than before, or at none. */
  const showAt = (id: string, place: CardLayout | null) => {
    const state = latest.current;
    if (!state) return;
    const next = laidWith(laid, id, place);
    if (JSON.stringify(next) !== JSON.stringify(state.laid)) show({ ...state, laid: next });
  };
  /** Follows the pointer in steps of the grid. */
  const drag = (id: string, isResize: boolean, event: PointerEvent<HTMLElement>) => {
    const grid = board.current;
    const from = layoutOf(laid, id);
    const place = event.currentTarget.closest<HTMLElement>('[data-place]');
    if (!grid || !from || !place) return;
    const start = pointIn(grid, event);
    followPointer(event, {
      begin: () => begin(id, isResize ? null : boxOf(place)),
      move: (at) => {
        const now = pointIn(grid, at);
        const by = { x: now.x - start.x, y: now.y - start.y };
        const wanted = placeAfter(from, by, grid.clientWidth, isResize);
        showAt(id, JSON.stringify(wanted) === JSON.stringify(from) ? null : wanted);
        floating.moveTo(by);
      },
      drop,
      cancel: leave,
    });
  };
  /** Follows the pointer with something new, which gets a place as soon as it's over the grid. */
  const dragNew = (offer: OfferedCard, event: PointerEvent<HTMLElement>) => {
    followPointer(event, {
      begin: () => show({ id: NEW, laid, lift: null, offer }),
      move: (at) => {
        const grid = board.current;
        showAt(NEW, grid && placeAt(pointIn(grid, at), grid.clientWidth, offer.size));
        floating.moveTo({ x: at.clientX, y: at.clientY });
      },
      drop: () => {
        const place = layoutOf(latest.current?.laid ?? [], NEW);
        show(null);
        if (!place) return;
        say('dropped', offer.name, place);
        newest.current.onTake(offer, place);
      },
      cancel: () => show(null),
    });
  };
  return { moved, spoken, key, drag, dragNew, leave, float: floating.ref };
}

export type Moves = ReturnType<typeof useMoves>;

type Said = 'picked' | 'moved' | 'dropped' | 'returned';

/** Says where something is, for people who don't see it. */
function useSpoken() {
  const t = messages.use();
  const [spoken, setSpoken] = useState('');
  const say = (what: Said, name: string, layout: CardLayout | undefined) => {
    if (!layout) return;
    const { x, y, w, h } = layout;
    setSpoken(t(`reports.spoken_${what}`, { card: name, column: x + 1, row: y + 1, width: w, height: h }));
  };
  return { spoken, say };
}

/** Returns everything with a card, or what becomes one, at a place. Without a place, it's as it was. */
const laidWith = (laid: readonly Laid[], id: string, place: CardLayout | null): readonly Laid[] =>
  place ? withLayout(id === NEW ? [...laid, { id, layout: place }] : laid, id, place) : laid;

const layoutOf = (laid: readonly Laid[], id: string) => laid.find((one) => one.id === id)?.layout;

const pointIn = (grid: HTMLElement, { clientX, clientY }: { clientX: number; clientY: number }): Point => {
  const { left, top } = grid.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
};

const boxOf = ({ offsetLeft, offsetTop, offsetWidth, offsetHeight }: HTMLElement): Box => ({
  ...{ left: offsetLeft, top: offsetTop, width: offsetWidth, height: offsetHeight },
});

/** Returns what moves the element that follows the pointer, without rendering anything again. */
function floatingElement() {
  let element: HTMLElement | null = null;
  let at: Point = { x: 0, y: 0 };
  const place = () => {
    if (element) element.style.translate = `${at.x}px ${at.y}px`;
  };
  return {
    ref: (next: HTMLElement | null) => {
      if (!next) return undefined;
      element = next;
      place();
      return () => {
        next.style.translate = '';
        element = null;
      };
    },
    moveTo: (next: Point) => {
      at = next;
      place();
    },
  };
}
