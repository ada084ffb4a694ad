import { useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { useMemo } from 'react';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import { createSource } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { valuesOf, type FormValues } from './configuration.ts';
import { ConnectionForm } from './connection.form.tsx';
import { draftKey, dropDraft, readDraft, saveDraft } from './draft.ts';
import { fieldsOf } from './specification.ts';
import type { TestedConfiguration } from './use-connection-form.ts';

const NONE: ReadonlySet<string> = new Set();

/** A new connection to a server. Typed values survive a reload, except secrets. */
export function NewServer({ connector }: { connector: Connector }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = draftKey(organizationId, connector.id);
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const initialValues = useMemo(
    () => readDraft(key, { name: connector.name, ...valuesOf(fields) }),
    [key, connector, fields],
  );
  const save = async (tested: TestedConfiguration, values: FormValues) => {
    const name = String(values.name).trim();
    const source = await createSource(organizationId, { name, connector: connector.id, ...tested });
    dropDraft(key);
    void client.invalidateQueries({ queryKey: ['source_connections', organizationId] });
    await navigate(paths.selectData(organizationId, source.id));
  };
  return (
    <ConnectionForm
      organizationId={organizationId}
      connector={connector}
      initialValues={initialValues}
      stored={NONE}
      onValues={(values) => saveDraft(key, fields, values)}
      save={save}
      saveLabel={t('connect.save_choose')}
      cancelTo={paths.sourceConnections(organizationId)}
    />
  );
}
