import { api } from '@headwater/shared/api';
import { SEARCH_KINDS, type Role, type SearchResultAttributes } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useEffect, useState } from 'react';
import { messages } from './messages.ts';
import { placeOf, useHints, usePages, useRecent, type Place } from './places.ts';
import { useActions } from './use-actions.ts';

export interface Group {
  key: string;
  label: string;
  places: Place[];
}

/** How long the user must stop typing before the server is asked, in ms. */
const PAUSE_MS = 120;

const wordsOf = (text: string) =>
  text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '');

/** Returns what has every word of a text in its name, by kind. Without a text, what was looked at lately, what can be done, and all pages. */
export function useFound(organizationId: string, role: Role | undefined, text: string) {
  const t = messages.use();
  const asked = useSettled(text.trim());
  const { pages, templates } = usePages(organizationId, role);
  const search = useQuery({
    queryKey: ['search_results', organizationId, asked],
    queryFn: ({ signal }) =>
      api.get<SearchResultAttributes>(
        `organizations/${organizationId}/search?${new URLSearchParams({ 'filter[text]': asked })}`,
        { signal },
      ),
    enabled: asked !== '',
    staleTime: 10_000,
    placeholderData: (before) => before,
  });
  const words = wordsOf(text);
  const matching = (places: Place[]) =>
    places.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  const hits = words.length > 0 ? (search.data?.hits ?? []) : [];
  const recent = useRecent(organizationId);
  const { hintOf, nextRun } = useHints();
  const { actions, withHits } = useActions(organizationId, role, hits, nextRun);
  const toDo = { key: 'do', label: t('palette.do'), places: [...withHits, ...matching(actions)] };
  const groups: Group[] = [
    ...(words.length === 0 ? [{ key: 'recent', label: t('palette.recent'), places: recent }, toDo] : []),
    { key: 'pages', label: t('palette.pages'), places: matching(pages) },
    ...SEARCH_KINDS.map((kind) => ({
      key: kind,
      label: t(`palette.kind.${kind}`),
      places: hits.filter((hit) => hit.kind === kind).map((hit) => placeOf(organizationId, hit, hintOf(hit))),
    })),
    ...(words.length > 0
      ? [{ key: 'templates', label: t('palette.templates'), places: matching(templates) }, toDo]
      : []),
  ].filter(({ places }) => places.length > 0);
  return {
    groups,
    words,
    /** Whether what is shown isn't all of it yet. */
    isPending: words.length > 0 && (asked !== text.trim() || search.isFetching),
    error: words.length > 0 ? search.error : null,
  };
}

/** Returns the text, once it hasn't changed for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}
