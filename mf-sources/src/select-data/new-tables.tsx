import type { CatalogStream } from '@headwater/shared/contract';
import { Banner } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { useNames } from '../use-names.ts';

/** Names tables that the source has since recently, and that nobody has decided about. */
export function NewTables({ streams }: { streams: readonly CatalogStream[] }) {
  const t = messages.use();
  const namesOf = useNames();
  const tables = streams.filter(({ change }) => change === 'new').map(({ tableName }) => tableName);
  if (tables.length === 0) return null;
  return (
    <Banner tone="info" role="note">
      {t('tables.new_tables', { count: tables.length, names: namesOf(tables) })}
    </Banner>
  );
}
