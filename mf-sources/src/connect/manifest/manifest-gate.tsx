import type { FormFault } from '@headwater/shared/contract';
import { Skeleton, Stack } from '@headwater/shared/ui';
import { Tabs } from '@headwater/shared/ui/tabs';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { readForm, type ConnectorForm } from '../../connector-form.queries.ts';
import type { Connector } from '../../connector.queries.ts';
import { messages } from '../../messages.ts';
import { LazyBuilder } from '../builder/lazy-builder.tsx';
import type { FormValues } from '../configuration.ts';
import type { ToLine } from '../request-test/request-test-card.tsx';
import { MANIFEST } from './has-manifest.ts';
import { ManifestCard } from './manifest-card.tsx';
import { ManifestEditor } from './manifest-editor.tsx';
import { ManifestGuide } from './manifest-guide.tsx';
import { useManifestWay } from './use-manifest-way.ts';

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
  const [form, setForm] = useState<ConnectorForm | null>(null);
  const [used, setUsed] = useState<{ text: string; form: ConnectorForm } | null>(null);
  const [isEditing, setIsEditing] = useState(initial.trim() === '');
  const [line, setLine] = useState<number | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  // Secrets are among them, so they are kept here only.
  const [typed, setTyped] = useState<FormValues>({});
  /** `isWanted`: somebody goes on with it, rather than that it was there. */
  const read = async (given: string, isWanted = true): Promise<readonly FormFault[]> => {
    setText(given);
    setIsReading(true);
    setError(null);
    try {
      const found = await readForm(organizationId, connector.id, { [MANIFEST]: given });
      setForm(found);
      const isUsable = !found.faults.some((fault) => fault.isError);
      if (isUsable) setUsed({ text: given, form: found });
      setIsEditing(!isUsable);
      if (isUsable && isWanted) close();
      return found.faults;
    } catch (problem) {
      setError(problem as Error);
      setIsEditing(true);
      return [];
    } finally {
      setIsReading(false);
    }
  };
  // The manifest that the form begins with is read once.
  const begin = useRef(() => initial.trim() !== '' && void read(initial, false));
  useEffect(() => void begin.current(), []);
  const change = (given: string) => {
    setText(given);
    onText?.(given);
  };
  const shared = { line, isReading, error, onText: change, onCancel: used ? () => cancel(used) : undefined };
  if (isEditing || isOpened)
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
            onUse={read}
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
              faults={form?.faults ?? []}
              onRead={(given) => void read(given)}
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

  function cancel(before: { text: string; form: ConnectorForm }) {
    change(before.text);
    setForm(before.form);
    setIsEditing(false);
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
