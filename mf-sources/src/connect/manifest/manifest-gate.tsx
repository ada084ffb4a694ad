import { Skeleton, Stack } from '@headwater/shared/ui';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { readForm, type ConnectorForm } from '../../connector-form.queries.ts';
import type { Connector } from '../../connector.queries.ts';
import { MANIFEST } from './has-manifest.ts';
import { ManifestCard } from './manifest-card.tsx';
import { ManifestEditor } from './manifest-editor.tsx';
import { ManifestGuide } from './manifest-guide.tsx';

interface ManifestGateProps {
  organizationId: string;
  connector: Connector;
  /** The manifest to begin with. Empty for a new connection. */
  initial: string;
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
  onLine(line: number): void;
}

/** Asks for a manifest, and shows its form once it can be used. */
export function ManifestGate({ organizationId, connector, initial, onText, children }: ManifestGateProps) {
  const [text, setText] = useState(initial);
  const [form, setForm] = useState<ConnectorForm | null>(null);
  const [used, setUsed] = useState<{ text: string; form: ConnectorForm } | null>(null);
  const [isEditing, setIsEditing] = useState(initial.trim() === '');
  const [line, setLine] = useState<number | null>(null);
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  const read = async (given: string) => {
    setText(given);
    setIsReading(true);
    setError(null);
    try {
      const found = await readForm(organizationId, connector.id, { [MANIFEST]: given });
      setForm(found);
      const isUsable = !found.faults.some((fault) => fault.isError);
      if (isUsable) setUsed({ text: given, form: found });
      setIsEditing(!isUsable);
    } catch (problem) {
      setError(problem as Error);
      setIsEditing(true);
    } finally {
      setIsReading(false);
    }
  };
  // The manifest that the form begins with is read once.
  const begin = useRef(() => initial.trim() !== '' && void read(initial));
  useEffect(() => void begin.current(), []);
  if (isEditing)
    return (
      <TwoColumns>
        <ManifestEditor
          initial={text}
          line={line}
          isReading={isReading}
          faults={form?.faults ?? []}
          error={error}
          onRead={(given) => void read(given)}
          onText={(given) => {
            setText(given);
            onText?.(given);
          }}
          onCancel={used ? () => cancel(used) : undefined}
        />
        <ManifestGuide />
      </TwoColumns>
    );
  if (!used) return <Loading />;
  const notices = used.form.faults;
  const card = (
    <ManifestCard text={used.text} streams={used.form.streams} notices={notices} onEdit={() => edit(null)} />
  );
  const complete = { ...connector, connectionSpecification: used.form.connectionSpecification };
  const { streams } = used.form;
  return children({ connector: complete, manifest: used.text, card, streams, onLine: edit });

  function edit(at: number | null) {
    setLine(at);
    setIsEditing(true);
  }

  function cancel(before: { text: string; form: ConnectorForm }) {
    setText(before.text);
    onText?.(before.text);
    setForm(before.form);
    setIsEditing(false);
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
