import { paths } from '@headwater/shared/routing';
import { useMemo } from 'react';
import type { Connector } from '../../connector.queries.ts';
import { messages } from '../../messages.ts';
import { ConnectionForm, type ConnectionFormProps } from '../connection.form.tsx';
import { hasManifest, MANIFEST } from '../manifest/has-manifest.ts';
import { ManifestGate } from '../manifest/manifest-gate.tsx';
import { useExportedValues, type ImportFormProps } from './import-form.ts';

const NONE: ReadonlySet<string> = new Set();

/** The form of a server with the exported configuration, which can be one of a manifest. */
export function ImportServer(props: ImportFormProps) {
  const { organizationId, connector, exported } = props;
  if (!hasManifest(connector)) return <ImportServerForm {...props} />;
  return (
    <ManifestGate
      organizationId={organizationId}
      connector={connector}
      initial={String(exported.configuration[MANIFEST] ?? '')}
    >
      {({ connector: complete, manifest, ...made }) => (
        <ImportServerForm
          key={manifest}
          {...props}
          connector={complete}
          exported={{ ...exported, configuration: { ...exported.configuration, [MANIFEST]: manifest } }}
          made={made}
        />
      )}
    </ManifestGate>
  );
}

/** The secrets that the connection had have to be entered. */
function ImportServerForm({ made, ...props }: ImportFormProps & Pick<ConnectionFormProps, 'made'>) {
  const { organizationId, connector, exported, save } = props;
  const t = messages.use();
  const initialValues = useExportedValues(props);
  const { missingSecrets } = exported;
  const demanding = useMemo(() => withRequired(connector, missingSecrets), [connector, missingSecrets]);
  return (
    <ConnectionForm
      organizationId={organizationId}
      connector={demanding}
      initialValues={initialValues}
      stored={NONE}
      save={(tested, values) => save({ name: String(values.name).trim(), ...tested })}
      made={made}
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
