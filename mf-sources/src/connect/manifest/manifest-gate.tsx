import { Skeleton, Stack } from '@headwater/shared/ui';
import { Tabs } from '@headwater/shared/ui/tabs';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { useState, type ReactNode } from 'react';
import type { Connector } from '../../connector.queries.ts';
import { messages } from '../../messages.ts';
import { LazyBuilder } from '../builder/lazy-builder.tsx';
import type { FormValues } from '../configuration.ts';
import type { ToLine } from '../request-test/to-line.ts';
import { MANIFEST } from './has-manifest.ts';
import { ManifestCard } from './manifest-card.tsx';
import { ManifestEditor } from './manifest-editor.tsx';
import { ManifestGuide } from './manifest-guide.tsx';
import { useManifestWay } from './use-manifest-way.ts';
import { useReadManifest, type UsedManifest } from './use-read-manifest.ts';

interface ManifestGateProps {
  organizationId: string;
  connector: Connector;
  /** The manifest to begin with. Empty for a new connection. */
  initial: string;
  /** The connection that has it already, and its secrets. */
  sourceConnectionId?: string;
  stored?: ReadonlySet<string>;
  onText?(text: string): void;
  /** The form for a manifest that can be used. `card` shows the manifest above it. */
  children(ready: ReadyManifest): ReactNode;
}

export interface ReadyManifest {
  /** The connector with the fields of the manifest. */
  connector: Connector;
  manifest: string;
  card: ReactNode;
  streams: readonly string[];
  /** Opens the manifest at a line. */
  toLine: ToLine;
  /** What has been typed into its fields so far. */
  typed: FormValues;
  onTyped(values: FormValues): void;
}

const NONE: ReadonlySet<string> = new Set();

/** Asks for a manifest, as YAML or by a form, and shows the form of the manifest once it can be used. */
export function ManifestGate({
  organizationId,
  connector,
  initial,
  sourceConnectionId,
  stored = NONE,
  onText,
  children,
}: ManifestGateProps) {
  const t = messages.use();
  const { isOpened, way, tabs, open, close } = useManifestWay();
  const [text, setText] = useState(initial);
  const reading = useReadManifest({ organizationId, connector, initial, onText: setText, onUsed: close });
  const { used } = reading;
  const [line, setLine] = useState<number | null>(null);
  // Secrets are among them, so they are kept here only.
  const [typed, setTyped] = useState<FormValues>({});
  const change = (given: string) => {
    setText(given);
    onText?.(given);
  };
  const shared = {
    line,
    isReading: reading.isReading,
    error: reading.error,
    onText: change,
    onCancel: used ? () => cancel(used) : undefined,
  };
  if (reading.isEditing || isOpened)
    return (
      <Stack gap={5}>
        <Tabs label={t('builder.ways')} tabs={tabs} />
        {way === 'form' ? (
          <LazyBuilder
            {...shared}
            {...{ organizationId, connector, sourceConnectionId, text }}
            stored={text === initial ? stored : NONE}
            typed={typed}
            onTyped={setTyped}
            onUse={reading.read}
            onYaml={(at) => {
              setLine(at);
              open('yaml');
            }}
          />
        ) : (
          <TwoColumns>
            <ManifestEditor
              {...shared}
              initial={text}
              faults={reading.faults}
              onRead={(given) => void reading.read(given)}
            />
            <ManifestGuide />
          </TwoColumns>
        )}
      </Stack>
    );
  if (!used) return <Loading />;
  const notices = used.form.faults;
  const card = (
    <ManifestCard text={used.text} streams={used.form.streams} notices={notices} onEdit={() => edit(null)} />
  );
  const complete = { ...connector, connectionSpecification: used.form.connectionSpecification };
  return children({
    connector: complete,
    manifest: used.text,
    card,
    streams: used.form.streams,
    toLine: (at) => ({
      label: way === 'form' ? t('builder.go_to_part') : t('request_test.line', { line: at }),
      go: () => edit(at),
    }),
    typed,
    onTyped: ({ [MANIFEST]: _, ...values }) => setTyped(values),
  });

  function edit(at: number | null) {
    setLine(at);
    open();
  }

  function cancel(before: UsedManifest) {
    change(before.text);
    reading.keep(before);
    close();
  }
}

function Loading() {
  return (
    <Stack gap={5}>
      <Skeleton width={440} height={64} />
      <Skeleton width={440} height={32} />
      <Skeleton width={440} height={32} />
    </Stack>
  );
}
