import { useSearchParams } from '@headwater/shared/routing';
import { toast } from '@headwater/shared/ui';
import { useMemo, useState } from 'react';
import { storedSecrets, valuesOf } from '../connect/configuration.ts';
import { ConnectionForm } from '../connect/connection.form.tsx';
import { fieldsOf } from '../connect/specification.ts';
import type { TestedConfiguration } from '../connect/use-connection-form.ts';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { SourceConnection } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { useChangeSource } from './use-change-source.ts';

/** The host and credentials of a server. A secret is only sent if it is typed again. */
export function ServerSettings({ source, connector }: { source: SourceConnection; connector: Connector }) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query] = useSearchParams();
  const change = useChangeSource(source);
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const [saves, setSaves] = useState(0);
  const save = async (tested: TestedConfiguration) => {
    await change(tested);
    toast.success(t('settings.saved'));
    // Starts a new form: a typed secret is stored now, and must not remain on the page.
    setSaves(saves + 1);
  };
  return (
    <ConnectionForm
      key={saves}
      organizationId={organizationId}
      connector={connector}
      initialValues={valuesOf(fields, source.configuration)}
      stored={storedSecrets(source.configuration)}
      sourceConnectionId={source.id}
      focusField={query.get('field')}
      save={save}
      saveLabel={t('settings.save')}
    />
  );
}
