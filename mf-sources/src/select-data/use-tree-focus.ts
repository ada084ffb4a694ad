import {
  useLayoutEffect,
  useRef,
  useState,
  type FocusEvent,
  type KeyboardEvent,
  type RefObject,
} from 'react';
import { effectOf, type KeyEffect } from './tree-keys.ts';
import type { TreeRow } from './tree-rows.ts';

interface TreeFocusOptions {
  /** The element that contains the rows, each with its `data-key`. */
  list: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  /** The table whose columns are open. */
  opened: string | null;
  /** The row to start with; null for the first one. */
  initialKey: string | null;
  /** How many rows PageUp and PageDown move by. */
  page: number;
  /** Called with whether Shift is pressed. */
  act(effect: Exclude<KeyEffect, { goTo: number }>, isRange: boolean): void;
}

/** Manages the one row that Tab reaches. Keys move it and act on it, wherever the list is scrolled to. */
export function useTreeFocus({ list, rows, opened, initialKey, page, act }: TreeFocusOptions) {
  const [last, setLast] = useState({ key: initialKey, at: 0 });
  const at = placeOf(last, rows);
  const focusWhenDrawn = useFocus(list, last);
  const goTo = (index: number) => setLast({ key: rows[index]?.key ?? null, at: index });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    // A control within a row that a click has focused handles Space and Enter itself.
    if ((key === ' ' || key === 'Enter') && !(target as Element).matches('[role="row"]')) return;
    const effect = effectOf(key, { rows, at, opened, page });
    if (!effect) return;
    event.preventDefault();
    // Also after an action: it can remove the row from the list, and the focus then moves to the row in its place.
    if (!('enter' in effect)) focusWhenDrawn();
    goTo('goTo' in effect ? effect.goTo : at);
    if (!('goTo' in effect)) act(effect, event.shiftKey);
  };
  /** Makes the row that was clicked the one that Tab returns to. */
  const onFocus = ({ target }: FocusEvent) => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key;
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0 && key !== last.key) goTo(index);
  };
  return { at, onKeyDown, onFocus };
}

/** Returns the row's current index, or that of the row in its place if it is no longer in the list. */
function placeOf({ key, at }: { key: string | null; at: number }, rows: readonly TreeRow[]): number {
  const now = rows.findIndex((row) => row.key === key);
  return now >= 0 ? now : Math.max(0, Math.min(at, rows.length - 1));
}

/** Moves the focus only after a key press: a change of the list must not take the focus from elsewhere. */
function useFocus(list: RefObject<HTMLElement | null>, last: object) {
  const wanted = useRef(false);
  // A layout effect runs as soon as the row is drawn. A later effect could run after the next key press, whose row
  // isn't drawn yet.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    focusRow(list.current);
  }, [list, last]);
  return () => {
    wanted.current = true;
  };
}

/** Moves the focus to the row that Tab reaches, and scrolls only as far as needed to show it. */
export function focusRow(list: HTMLElement | null): void {
  const row = list?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
  row?.focus({ preventScroll: true });
  row?.scrollIntoView?.({ block: 'nearest' });
}
