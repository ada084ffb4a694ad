import { useLocation, useNavigate, useSearchParams } from '@headwater/shared/routing';

/** The cursors of the previous pages; the first page's is empty. */
type Trail = readonly string[];

/**
 * Pages through a list by cursor. The current page is in the URL (`after`), the previous ones in the history entry, so
 * that both survive reloading and Back. After a link to a later page, the previous page is the first one.
 */
export function usePaging(next: string | null) {
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const location = useLocation();
  const after = params.get('after') ?? '';
  const trail: Trail = (location.state as { trail?: Trail } | null)?.trail ?? [];

  const go = (cursor: string, way: Trail) => {
    const search = new URLSearchParams(params);
    if (cursor) search.set('after', cursor);
    else search.delete('after');
    void navigate({ search: search.toString() }, { state: { trail: way } });
  };
  return {
    toNext: next === null ? null : () => go(next, [...trail, after]),
    toPrevious: after === '' ? null : () => go(trail.at(-1) ?? '', trail.slice(0, -1)),
  };
}
