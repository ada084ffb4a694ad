import { configurationFaults, isSet, secretFields } from '../../engine/connectors/configuration.ts';
import { connectorNamed } from '../../engine/connectors/registry.ts';
import type { Configuration, Connector } from '../../engine/protocol/protocol.ts';
import { Refusal, type Fault } from '../../platform/refusals/refusal.ts';

/** A configuration as it is stored: the secrets apart. */
export interface SplitConfiguration {
  /** Without secrets. */
  visible: Configuration;
  /** New ones. */
  secrets: Record<string, string>;
  /** Fields whose stored secret stays; any other is gone. */
  kept: string[];
}

interface Stored {
  visible: Configuration;
  secretFields: readonly string[];
}

const POINTER = '/data/attributes/configuration';

export function requireConnector(name: string): Connector {
  const connector = connectorNamed(name);
  if (!connector)
    throw new Refusal('field_invalid', {
      pointer: '/data/attributes/connector',
      values: { fault: 'is no connector of this installation' },
    });
  return connector;
}

/**
 * Checks a whole configuration by the connector's schema and separates the secrets from it. A secret that reads
 * `{ "set": true }` stays what it is, unless the connector says that it would go to somebody else or travel less
 * protected: then it must be entered again, so that nobody can obtain somebody else's password.
 */
export function splitConfiguration(
  connector: Connector,
  given: Configuration,
  stored?: Stored,
): SplitConfiguration {
  const secrets: Record<string, string> = {};
  const visible: Configuration = {};
  const kept: string[] = [];
  const whole: Configuration = {};
  const fields = secretFields(connector);
  const missing: Fault[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (!fields.includes(name)) visible[name] = whole[name] = value;
    else if (!isSet(value)) {
      if (value === null || value === '') continue;
      whole[name] = value;
      if (typeof value === 'string') secrets[name] = value;
    } else if (stored?.secretFields.includes(name) && connector.keepsSecrets(stored.visible, given)) {
      kept.push(name);
      whole[name] = 'kept';
    } else missing.push({ code: 'secret_needed', pointer: `${POINTER}/${name}` });
  }
  const faults = [
    ...missing,
    ...configurationFaults(connector, whole)
      .filter(({ pointer }) => !missing.some((fault) => fault.pointer === `${POINTER}${pointer}`))
      .map(({ pointer, fault }): Fault => ({
        code: 'field_invalid',
        pointer: `${POINTER}${pointer}`,
        values: { fault },
      })),
  ];
  const [first, ...more] = faults;
  if (first) throw new Refusal([first, ...more]);
  return { visible, secrets, kept };
}

/** Where a configuration leads, for people. */
export function addressOf(configuration: Configuration, fileNames: readonly string[]): string {
  const { host, port, database } = configuration as Record<string, string | number | undefined>;
  if (host !== undefined) return `${host}:${port ?? ''}/${database ?? ''}`;
  const [first, ...more] = fileNames;
  return first === undefined ? '' : more.length === 0 ? first : `${first} +${more.length}`;
}

/** The uploads that a configuration names. */
export function uploadIdsOf(configuration: Configuration): string[] {
  const { files } = configuration as { files?: { uploadId?: unknown }[] };
  return Array.isArray(files) ? files.map(({ uploadId }) => String(uploadId)) : [];
}
