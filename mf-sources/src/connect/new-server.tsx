import { liveKey, useQueryClient } from '@headwater/shared/query';
import { paths, useNavigate } from '@headwater/shared/routing';
import { useMemo } from 'react';
import type { Connector } from '../connector.queries.ts';
import { useConnectorName } from '../connector-tile.tsx';
import { messages } from '../messages.ts';
import { createSource } from '../source.queries.ts';
import { useWorkspace } from '../workspace.ts';
import { valuesOf, withTyped, type FormValues } from './configuration.ts';
import { ConnectionForm, type ConnectionFormProps } from './connection.form.tsx';
import { draftKey, dropDraft, keepInDraft, readDraft, saveDraft } from './draft.ts';
import { hasManifest, MANIFEST } from './manifest/has-manifest.ts';
import { ManifestGate } from './manifest/manifest-gate.tsx';
import { fieldsOf } from './specification.ts';
import type { TestedConfiguration } from './use-connection-form.ts';

const NONE: ReadonlySet<string> = new Set();
const NOTHING: FormValues = {};

/** A new connection to a server, or to an API whose form comes from a manifest. */
export function NewServer({ connector }: { connector: Connector }) {
  const { organizationId } = useWorkspace();
  if (!hasManifest(connector)) return <NewServerForm connector={connector} />;
  const key = draftKey(organizationId, connector.id);
  return (
    <ManifestGate
      organizationId={organizationId}
      connector={connector}
      initial={String(readDraft(key, { [MANIFEST]: '' })[MANIFEST])}
      onText={(text) => keepInDraft(key, { [MANIFEST]: text })}
    >
      {({ connector: complete, manifest, typed, onTyped, ...made }) => (
        <NewServerForm connector={complete} manifest={manifest} made={made} {...{ typed, onTyped }} />
      )}
    </ManifestGate>
  );
}

interface NewServerFormProps {
  connector: Connector;
  manifest?: string;
  made?: ConnectionFormProps['made'];
  /** What was typed before the manifest changed. */
  typed?: FormValues;
  onTyped?(values: FormValues): void;
}

/** Typed values survive a reload, except secrets. */
function NewServerForm({ connector, manifest, made, typed = NOTHING, onTyped }: NewServerFormProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const navigate = useNavigate();
  const client = useQueryClient();
  const key = draftKey(organizationId, connector.id);
  const firstName = useConnectorName()(connector);
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const initialValues = useMemo(
    () => ({
      ...withTyped(readDraft(key, { name: firstName, ...valuesOf(fields) }), typed),
      ...(manifest !== undefined && { [MANIFEST]: manifest }),
    }),
    [key, firstName, fields, manifest, typed],
  );
  const save = async (tested: TestedConfiguration, values: FormValues) => {
    const name = String(values.name).trim();
    const source = await createSource(organizationId, { name, connector: connector.id, ...tested });
    dropDraft(key);
    void client.invalidateQueries({ queryKey: liveKey('source_connections', organizationId) });
    await navigate(paths.selectData(organizationId, source.id));
  };
  return (
    <ConnectionForm
      organizationId={organizationId}
      connector={connector}
      initialValues={initialValues}
      stored={NONE}
      onValues={(values) => {
        saveDraft(key, fields, values);
        onTyped?.(values);
      }}
      save={save}
      made={made}
      saveLabel={t('connect.save_choose')}
      cancelTo={paths.sourceConnections(organizationId)}
    />
  );
}
