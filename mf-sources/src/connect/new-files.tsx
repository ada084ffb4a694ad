import { liveKey, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { useMemo } from 'react';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import { createSource } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { valuesOf, type FormValues } from './configuration.ts';
import { FilesForm } from './files.form.tsx';
import { fieldsOf } from './specification.ts';

/** A new connection made of uploaded files. Their tables are shown on the next page. */
export function NewFiles({ connector }: { connector: Connector }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const initialValues = useMemo(
    () => ({ name: '', ...valuesOf(fieldsOf(connector.connectionSpecification)) }),
    [connector],
  );
  const save = async (configuration: Record<string, unknown>, values: FormValues) => {
    const name = String(values.name).trim();
    const source = await createSource(organizationId, { name, connector: connector.id, configuration });
    void client.invalidateQueries({ queryKey: liveKey('source_connections', organizationId) });
    await navigate(paths.selectData(organizationId, source.id));
  };
  return (
    <FilesForm
      organizationId={organizationId}
      connector={connector}
      initialValues={initialValues}
      save={save}
      saveLabel={t('connect.save_choose')}
      cancelTo={paths.sourceConnections(organizationId)}
    />
  );
}
