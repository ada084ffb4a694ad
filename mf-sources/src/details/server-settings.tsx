import { useSearchParams } from '@headwater/shared/routing';
import { toast } from '@headwater/shared/ui';
import { useMemo, useState } from 'react';
import { storedSecrets, valuesOf, withTyped, type FormValues } from '../connect/configuration.ts';
import { ConnectionForm, type ConnectionFormProps } from '../connect/connection.form.tsx';
import { hasManifest, MANIFEST } from '../connect/manifest/has-manifest.ts';
import { ManifestGate } from '../connect/manifest/manifest-gate.tsx';
import { fieldsOf } from '../connect/specification.ts';
import type { TestedConfiguration } from '../connect/use-connection-form.ts';
import type { Connector } from '../connector.queries.ts';
import { messages } from '../messages.ts';
import type { ConfiguredSource } from '../source.queries.ts';
import { ANY_SECRET } from '../remedy.ts';
import { useWorkspace } from '../workspace.ts';
import { useChangeSource } from './use-change-source.ts';

const NONE: ReadonlySet<string> = new Set();
const NOTHING: FormValues = {};

interface ServerSettingsProps {
  source: ConfiguredSource;
  connector: Connector;
}

/** The settings of a server, or of an API with the manifest from which its form is made. */
export function ServerSettings({ source, connector }: ServerSettingsProps) {
  const { organizationId } = useWorkspace();
  if (!hasManifest(connector)) return <ServerForm source={source} connector={connector} />;
  return (
    <ManifestGate
      organizationId={organizationId}
      connector={connector}
      initial={String(source.configuration[MANIFEST] ?? '')}
      sourceConnectionId={source.id}
      stored={storedSecrets(source.configuration)}
    >
      {({ connector: complete, manifest, typed, onTyped, ...made }) => (
        <ServerForm
          key={manifest}
          source={source}
          connector={complete}
          manifest={manifest}
          made={made}
          {...{ typed, onTyped }}
        />
      )}
    </ManifestGate>
  );
}

interface ServerFormProps extends ServerSettingsProps {
  manifest?: string;
  made?: ConnectionFormProps['made'];
  /** What was typed before the manifest changed. */
  typed?: FormValues;
  onTyped?(values: FormValues): void;
}

/** The host and credentials of a server. A secret is only sent if it is typed again. */
function ServerForm({ source, connector, manifest, made, typed = NOTHING, onTyped }: ServerFormProps) {
  const t = messages.use();
  const { organizationId } = useWorkspace();
  const [query] = useSearchParams();
  const change = useChangeSource(source);
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const [saves, setSaves] = useState(0);
  const isOther = manifest !== undefined && manifest !== source.configuration[MANIFEST];
  const configuration = isOther ? { ...source.configuration, [MANIFEST]: manifest } : source.configuration;
  const named = query.get('field');
  const focusField = named === ANY_SECRET ? fields.find(({ kind }) => kind === 'secret')?.name : named;
  const save = async (tested: TestedConfiguration) => {
    await change(tested);
    toast.success(t('settings.saved'));
    // Starts a new form: a typed secret is stored now, and must not remain on the page.
    onTyped?.(NOTHING);
    setSaves(saves + 1);
  };
  return (
    <ConnectionForm
      key={saves}
      organizationId={organizationId}
      connector={connector}
      initialValues={withTyped(valuesOf(fields, configuration), typed)}
      onValues={onTyped}
      // Another manifest could send secrets elsewhere, so they have to be entered again.
      stored={isOther ? NONE : storedSecrets(source.configuration)}
      sourceConnectionId={source.id}
      focusField={focusField}
      save={save}
      made={made}
      saveLabel={t('settings.save')}
    />
  );
}
