import { useQuery } from '@headwater/shared/query';
import { paths, useNavigate, useSearchParams } from '@headwater/shared/routing';
import { QueryBoundary, Skeleton } from '@headwater/shared/ui';
import { useMemo } from 'react';
import { filesOf, valuesOf } from '../connect/configuration.ts';
import { FilesForm } from '../connect/files.form.tsx';
import { fieldsOf } from '../connect/specification.ts';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { ConfiguredSource } from '../source.queries.ts';
import { sourceFileQueries } from '../source-file.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { useChangeSource } from './use-change-source.ts';

/** The source's files and how they are read. The next page shows the tables that a change results in. */
export function FilesSettings({ source, connector }: { source: ConfiguredSource; connector: Connector }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const [query] = useSearchParams();
  const change = useChangeSource(source);
  const files = useQuery(sourceFileQueries.list(organizationId, source.id));
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const initialValues = useMemo(() => valuesOf(fields, source.configuration), [fields, source.configuration]);
  const save = async (configuration: Record<string, unknown>) => {
    await change({ configuration });
    await navigate(paths.selectData(organizationId, source.id));
  };
  return (
    <QueryBoundary query={files} thing={t('files.thing')} loading={<Skeleton width="100%" height={160} />}>
      {(existing) => (
        <FilesForm
          organizationId={organizationId}
          connector={connector}
          initialValues={initialValues}
          existing={existing}
          entries={filesOf(fields, source.configuration)}
          save={save}
          saveLabel={t('connect.save_choose')}
          focusField={query.get('field')}
        />
      )}
    </QueryBoundary>
  );
}
