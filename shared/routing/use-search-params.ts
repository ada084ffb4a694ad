import { useCallback, useContext } from 'react';
import {
  UNSAFE_DataRouterContext as DataRouterContext,
  useLocation,
  useSearchParams as useRouterSearchParams,
  type SetURLSearchParams,
} from 'react-router-dom';

/**
 * React Router's hook, except that a function that changes the query gets the newest one, even if the page isn't there
 * yet. Otherwise, of two quick changes, the second one would undo the first.
 */
export function useSearchParams(): [URLSearchParams, SetURLSearchParams] {
  const [query, setQuery] = useRouterSearchParams();
  const { pathname } = useLocation();
  const router = useContext(DataRouterContext)?.router;
  const set = useCallback<SetURLSearchParams>(
    (next, options) => {
      const newest = () => {
        const { location, navigation } = router?.state ?? {};
        const here = [navigation?.location, location].find((one) => one?.pathname === pathname);
        return here ? new URLSearchParams(here.search) : new URLSearchParams(query);
      };
      setQuery(typeof next === 'function' ? next(newest()) : next, options);
    },
    [router, pathname, query, setQuery],
  );
  return [query, set];
}
