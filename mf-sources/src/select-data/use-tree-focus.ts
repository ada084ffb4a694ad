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
  /** What holds the rows, each with its `data-key`. */
  list: RefObject<HTMLElement | null>;
  rows: readonly TreeRow[];
  /** The table whose columns are open. */
  opened: string | null;
  /** The row to begin with; the first one by default. */
  initialKey: string | null;
  /** Rows that PageUp and PageDown go over. */
  page: number;
  act(effect: Exclude<KeyEffect, { goTo: number }>): void;
}

/** The one row that Tab reaches; keys move it and press it. It has the focus wherever the list is scrolled to. */
export function useTreeFocus({ list, rows, opened, initialKey, page, act }: TreeFocusOptions) {
  const [last, setLast] = useState({ key: initialKey, at: 0 });
  const at = placeOf(last, rows);
  const focusWhenDrawn = useFocus(list, last);
  const goTo = (index: number) => setLast({ key: rows[index]?.key ?? null, at: index });

  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const { key, target, ctrlKey, altKey, metaKey } = event;
    if (ctrlKey || altKey || metaKey) return;
    // What a press has put the focus on within a row knows its own keys.
    if ((key === ' ' || key === 'Enter') && !(target as Element).matches('[role="row"]')) return;
    const effect = effectOf(key, { rows, at, opened, page });
    if (!effect) return;
    event.preventDefault();
    // Also after a press: the row may leave the list by it, and the focus goes to the one in its place.
    if (!('enter' in effect)) focusWhenDrawn();
    goTo('goTo' in effect ? effect.goTo : at);
    if (!('goTo' in effect)) act(effect);
  };
  /** A press with the pointer makes its row the one that Tab comes back to. */
  const onFocus = ({ target }: FocusEvent) => {
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key;
    const index = rows.findIndex((row) => row.key === key);
    if (index >= 0 && key !== last.key) goTo(index);
  };
  return { at, onKeyDown, onFocus };
}

/** Where the row is now; one that has left leaves its place to the next. */
function placeOf({ key, at }: { key: string | null; at: number }, rows: readonly TreeRow[]): number {
  const now = rows.findIndex((row) => row.key === key);
  return now >= 0 ? now : Math.max(0, Math.min(at, rows.length - 1));
}

/** Only after a key: a row must not take the focus from elsewhere because the list has changed. */
function useFocus(list: RefObject<HTMLElement | null>, last: object) {
  const wanted = useRef(false);
  // In the same breath as the row is drawn: an effect that comes later would find the next key's wish, not its row.
  useLayoutEffect(() => {
    if (!wanted.current) return;
    wanted.current = false;
    focusRow(list.current);
  }, [list, last]);
  return () => {
    wanted.current = true;
  };
}

/** Gives the focus to the row that Tab would reach, and scrolls no further than it takes to see it. */
export function focusRow(list: HTMLElement | null): void {
  const row = list?.querySelector<HTMLElement>('[role="row"][tabindex="0"]');
  row?.focus({ preventScroll: true });
  row?.scrollIntoView?.({ block: 'nearest' });
}
