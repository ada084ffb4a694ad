import { useFormat, useLanguage } from '@headwater/shared/messages';
import { findCells, type GridMarks } from '@headwater/shared/ui/table';
import { useMemo, useState } from 'react';
import type { ShownPage } from './shown-page.ts';

export interface Find {
  text: string;
  /** How many cells of the page show the text. */
  count: number;
  /** The position of the current one among them, from 0. */
  at: number;
  marks: GridMarks;
  isOpen: boolean;
  open(): void;
  close(): void;
  search(text: string): void;
  /** Goes to the next cell, or the previous one with -1, and from the last to the first. */
  go(by: 1 | -1): void;
}

/** Finds a text in the rows on screen, of which the browser's own search only sees those that are rendered. */
export function useFind(page: ShownPage | null): Find {
  const language = useLanguage();
  const { timestamp } = useFormat();
  const [isOpen, setOpen] = useState(false);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const found = useMemo(
    () => (isOpen && page ? findCells(page.columns, page.rows, text, { language, timestamp }) : []),
    [isOpen, page, text, language, timestamp],
  );
  const current = found[at % found.length] ?? null;
  return {
    text,
    count: found.length,
    at: found.length === 0 ? 0 : at % found.length,
    marks: useMemo(() => ({ text: isOpen ? text : '', current }), [isOpen, text, current]),
    isOpen,
    open: () => setOpen(true),
    close: () => setOpen(false),
    search(next) {
      setText(next);
      setAt(0);
    },
    go: (by) => setAt((at + by + found.length) % Math.max(found.length, 1)),
  };
}
