import { useSearchParams } from '@headwater/shared/routing';
import type { Tab } from '@headwater/shared/ui/tabs';
import { useState } from 'react';
import { messages } from '../../messages.ts';

const WAYS = ['yaml', 'form'] as const;
/** How a manifest is edited. */
export type ManifestWay = (typeof WAYS)[number];

const QUERY = 'manifest';

/** Whether a manifest is edited, and how. The URL says it. */
export function useManifestWay() {
  const t = messages.use();
  const [query, setQuery] = useSearchParams();
  const opened = WAYS.find((way) => way === query.get(QUERY)) ?? null;
  const [last, setLast] = useState<ManifestWay>('yaml');
  const way = opened ?? last;
  const queryOf = (one: ManifestWay | null) => {
    const to = new URLSearchParams(query);
    if (one) to.set(QUERY, one);
    else to.delete(QUERY);
    return to;
  };
  return {
    /** Whether the URL asks for the editor. */
    isOpened: opened !== null,
    way,
    tabs: WAYS.map((one): Tab => ({
      to: `?${queryOf(one)}`,
      label: t(`builder.way.${one}`),
      current: one === way,
    })),
    open: (one = last) => setQuery(queryOf(one)),
    close: () => {
      setLast(way);
      if (opened) setQuery(queryOf(null));
    },
  };
}
