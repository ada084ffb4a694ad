import { paths } from '@headwater/shared/routing';
import { useMemo } from 'react';
import type { Connector } from '../../connector.queries.ts';
import { messages } from '../../messages.ts';
import { ConnectionForm } from '../connection.form.tsx';
import { useExportedValues, type ImportFormProps } from './import-form.ts';

const NONE: ReadonlySet<string> = new Set();

/** The form of a server with the exported configuration. The secrets that it had have to be entered. */
export function ImportServer(props: ImportFormProps) {
  const { organizationId, connector, exported, save } = props;
  const t = messages.use();
  const initialValues = useExportedValues(props);
  const demanding = useMemo(() => withRequired(connector, exported.missingSecrets), [connector, exported]);
  return (
    <ConnectionForm
      organizationId={organizationId}
      connector={demanding}
      initialValues={initialValues}
      stored={NONE}
      save={(tested, values) => save({ name: String(values.name).trim(), ...tested })}
      saveLabel={t('import.save')}
      cancelTo={paths.sourceConnections(organizationId)}
    />
  );
}

function withRequired(connector: Connector, fields: readonly string[]): Connector {
  const { connectionSpecification: before } = connector;
  const required = [...((before.required ?? []) as string[]), ...fields];
  return { ...connector, connectionSpecification: { ...before, required } };
}
