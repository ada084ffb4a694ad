import type { CardLayout } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { toast } from '@headwater/shared/ui';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import type { Addition, Preparation } from './new-card.ts';

/** A place on the grid that is kept for a card. */
export interface AwaitedCard {
  /** No card has it. */
  id: string;
  name: string;
  layout: CardLayout;
}

/**
 * Keeps a place for a card until it's known what adds it. If it can't be added, the place goes, and it's said why. One
 * card is awaited at a time.
 */
export function useAwaitedCard(onArrive: (add: Addition, place: CardLayout) => void) {
  const t = messages.use();
  const errorText = useErrorText();
  const [awaited, setAwaited] = useState<AwaitedCard | null>(null);
  const stop = useRef<AbortController | null>(null);
  // The report may be edited, and the place moved, meanwhile.
  const newest = useRef({ onArrive, awaited });
  useEffect(() => {
    newest.current = { onArrive, awaited };
  });
  useEffect(() => () => stop.current?.abort(), []);
  const wait = async (name: string, prepare: Preparation, layout: CardLayout) => {
    const { signal } = (stop.current = new AbortController());
    setAwaited({ id: 'awaited card', name, layout });
    try {
      const add = await prepare(signal);
      if (!signal.aborted) newest.current.onArrive(add, newest.current.awaited?.layout ?? layout);
    } catch (failure) {
      if (!signal.aborted) toast.error(t('reports.not_added', { name, reason: errorText(failure) }));
    } finally {
      if (!signal.aborted) setAwaited(null);
    }
  };
  return {
    awaited,
    wait,
    moveTo: (layout: CardLayout) => awaited && setAwaited({ ...awaited, layout }),
    cancel: () => {
      stop.current?.abort();
      setAwaited(null);
    },
  };
}
