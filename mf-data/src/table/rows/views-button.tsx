import { viewQuery } from '@headwater/shared/contract';
import { useQuery } from '@headwater/shared/query';
import { useSearchParams } from '@headwater/shared/routing';
import type { TableAddress } from '@headwater/shared/tables';
import { Button } from '@headwater/shared/ui';
import { IconBookmark } from '@headwater/shared/ui/icons';
import { Popover } from '@headwater/shared/ui/menu';
import { messages } from '../../messages.ts';
import { viewsQuery } from './view.queries.ts';
import { WithRowForms } from './with-row-forms.tsx';

/** Opens the table's saved views, and names the one that is shown. Only a URL that comes from a view asks for them. */
export function ViewsButton({ address }: { address: TableAddress }) {
  const t = messages.use();
  const [query] = useSearchParams();
  const id = query.get('view');
  const views = useQuery({ ...viewsQuery(address), enabled: id !== null });
  const current = views.data?.find((view) => view.id === id);
  const isChanged = current !== undefined && current.query !== viewQuery(query);
  return (
    <Popover
      label={t('views.title')}
      trigger={(wiring) => (
        <Button size="small" variant="ghost" icon={<IconBookmark />} {...wiring}>
          {current
            ? t(isChanged ? 'views.changed' : 'views.current', { name: current.name })
            : t('views.open')}
        </Button>
      )}
    >
      {(close) => (
        <WithRowForms>{({ ViewList }) => <ViewList address={address} onClose={close} />}</WithRowForms>
      )}
    </Popover>
  );
}
