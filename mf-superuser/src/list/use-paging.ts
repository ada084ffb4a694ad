import { useLocation, useNavigate, useSearchParams } from '@headwater/shared/routing';

/** The cursors of the pages that led here, the first page being the empty one. */
type Trail = readonly string[];

/**
 * Steps through a list by cursor. The page is in the address (`after`), the way back in the history entry:
 * both survive reload and Back. Whoever came by a link to a later page is led back to the first one.
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
