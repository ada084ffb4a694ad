import { useLocation, useSearchParams } from '@headwater/shared/routing';
import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { listView } from '../superuser.queries.ts';

/** Leads back to the first page of the list and keeps the search. */
export function ToFirstPage() {
  const t = messages.use();
  const { pathname } = useLocation();
  const [params] = useSearchParams();
  const { q } = listView(params);
  return <Button to={q ? `${pathname}?${new URLSearchParams({ q })}` : pathname}>{t('list.first')}</Button>;
}
