import type { FormFault } from '@headwater/shared/contract';
import { useEffect, useRef, useState } from 'react';
import { readForm, type ConnectorForm } from '../../connector-form.queries.ts';
import type { Connector } from '../../connector.queries.ts';
import { MANIFEST } from './has-manifest.ts';

/** A manifest that can be used, and the form that it makes. */
export interface UsedManifest {
  text: string;
  form: ConnectorForm;
}

interface ReadOptions {
  organizationId: string;
  connector: Connector;
  /** The manifest to begin with, which is read once unless it's empty. */
  initial: string;
  /** Called with each manifest that is read. */
  onText(text: string): void;
  /** Called once somebody goes on with a manifest that can be used. */
  onUsed(): void;
}

/** Reads manifests: the last one that can be used, what is wrong with the one that was read last, and whether it's edited. */
export function useReadManifest({ organizationId, connector, initial, onText, onUsed }: ReadOptions) {
  const [form, setForm] = useState<ConnectorForm | null>(null);
  const [used, setUsed] = useState<UsedManifest | null>(null);
  const [isEditing, setIsEditing] = useState(initial.trim() === '');
  const [isReading, setIsReading] = useState(false);
  const [error, setError] = useState<Error | null>(null);
  /** `isWanted`: somebody goes on with it, rather than that it was there. */
  const read = async (given: string, isWanted = true): Promise<readonly FormFault[]> => {
    onText(given);
    setIsReading(true);
    setError(null);
    try {
      const found = await readForm(organizationId, connector.id, { [MANIFEST]: given });
      setForm(found);
      const isUsable = !found.faults.some((fault) => fault.isError);
      if (isUsable) setUsed({ text: given, form: found });
      setIsEditing(!isUsable);
      if (isUsable && isWanted) onUsed();
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
  return {
    used,
    faults: form?.faults ?? [],
    isEditing,
    isReading,
    error,
    /** Returns what is wrong with a manifest that somebody goes on with. */
    read: (given: string) => read(given),
    /** Goes back to a manifest that was read before. */
    keep: (before: UsedManifest) => {
      setForm(before.form);
      setIsEditing(false);
    },
  };
}
