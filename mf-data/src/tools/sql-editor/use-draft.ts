import { useSearchParams } from '@headwater/shared/routing';
import { useMemo, useState, type RefObject } from 'react';
import type { Saved, SqlView } from '@headwater/shared/figures';
import { choiceIn, withChoice, type ResultChoice } from './chart/choice.ts';
import type { CodeEditorHandle } from './code/code-editor.tsx';
import { saveDraft, type Draft } from './draft.ts';

/** Longer queries aren't kept in the URL. */
const URL_LENGTH_MAX = 4_000;

export interface DraftOptions {
  organizationId: string;
  /** What it begins with. */
  first: Draft;
  /** The query that is open, as it's saved now. */
  saved: Saved | undefined;
  /** The view that is edited. */
  view: SqlView | undefined;
  editor: RefObject<CodeEditorHandle | null>;
}

/** What is written, kept for the next visit and, once it is shown or run, in the URL. */
export function useDraft({ organizationId, first, saved, view, editor }: DraftOptions) {
  const [query, setQuery] = useSearchParams();
  const [draft, setDraft] = useState<Draft>(() => ({ ...first, sql: query.get('sql') ?? first.sql }));
  const chart = useMemo(() => choiceIn(query), [query]);

  const change = (part: Partial<Draft>) =>
    setDraft((before) => {
      const next = { ...before, ...part };
      if (!view) saveDraft(organizationId, next);
      return next;
    });

  /** Shows a text in place of what is written, as part of the URL as long as it fits. */
  const show = (id: string | null, next: Draft) => {
    const isKnown = view ? next.sql === view.sql : id !== null && next.base?.sql === next.sql;
    const shown = new URLSearchParams({
      ...(view && { view: view.id }),
      ...(id !== null && { query: id }),
      ...(!isKnown && next.sql !== '' && next.sql.length <= URL_LENGTH_MAX && { sql: next.sql }),
    });
    if (!view) saveDraft(organizationId, next);
    setDraft(next);
    const isSameQuery = id === (saved?.id ?? null);
    if (next.sql !== draft.sql) editor.current?.replace(next.sql);
    setQuery(isSameQuery ? withChoice(shown, chart) : shown, { replace: isSameQuery });
  };

  return {
    draft,
    change,
    show,
    /** Opens another saved query. */
    open: (id: string) => setQuery(new URLSearchParams({ query: id })),
    /** Null for a table. */
    chart,
    setChart: (choice: ResultChoice | null) =>
      setQuery((latest) => withChoice(latest, choice), { replace: true }),
  };
}
