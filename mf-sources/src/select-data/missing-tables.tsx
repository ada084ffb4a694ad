import { useErrorText } from '@headwater/shared/messages';
import { useMutation, useQueryClient } from '@headwater/shared/query';
import { Banner, Button, toast } from '@headwater/shared/ui';
import { catalogQueries, forgetMissingTables, type Catalog } from '../catalog.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useNames } from '../use-names.ts';
import { useWorkspace } from '../workspace.ts';

interface MissingTablesProps {
  source: SourceConnection;
  missing: Catalog['missingTables'];
}

/** Selected tables that the source has never had: an import brought their settings along. */
export function MissingTables({ source, missing: { total, first } }: MissingTablesProps) {
  const t = messages.use();
  const namesOf = useNames();
  const { organizationId } = useWorkspace();
  const client = useQueryClient();
  const errorText = useErrorText();
  const { queryKey } = catalogQueries.one(organizationId, source.id);
  const forget = useMutation({
    mutationFn: () => forgetMissingTables(organizationId, source.id),
    onSuccess: () =>
      client.setQueryData(
        queryKey,
        (catalog) => catalog && { ...catalog, missingTables: { total: 0, first: [] } },
      ),
    onError: (error) => toast.error(errorText(error)),
  });
  return (
    <Banner
      tone="warn"
      role="note"
      action={
        source.can.edit && (
          <Button size="small" busy={forget.isPending} onClick={() => forget.mutate()}>
            {t('tables.missing_forget')}
          </Button>
        )
      }
    >
      {t('tables.missing', { count: total, names: namesOf(first, total) })}
    </Banner>
  );
}
