import { configurationFaults, isSet, secretFields } from '../../engine/connectors/configuration.ts';
import { connectorNamed } from '../../engine/connectors/registry.ts';
import type { Configuration, Connector } from '../../engine/protocol/protocol.ts';
import { Refusal, type Fault } from '../../platform/refusals/refusal.ts';

/** A configuration as it is stored, separate from its secrets. */
export interface SplitConfiguration {
  /** The configuration without secrets. */
  visible: Configuration;
  /** Newly entered secrets. */
  secrets: Record<string, string>;
  /** Fields whose stored secret stays. All other stored secrets are deleted. */
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
      values: { fault: 'is not a connector of this installation' },
    });
  return connector;
}

/**
 * Checks a whole configuration against the connector's schema and separates its secrets. A secret given as `{
 * "set": true }` stays unchanged, unless the connector reports that it would be sent to another host or with
 * less protection. Then it must be entered again, so that no one can obtain someone else's password.
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
  const fields = secretFields(connector, given);
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

/** Returns what a configuration connects to, for people to read. */
export function addressOf(configuration: Configuration, fileNames: readonly string[]): string {
  const { host, port, database } = configuration as Record<string, string | number | undefined>;
  if (host !== undefined) return `${host}:${port ?? ''}/${database ?? ''}`;
  const [first, ...more] = fileNames;
  return first === undefined ? '' : more.length === 0 ? first : `${first} +${more.length}`;
}

/** Returns the IDs of the uploads in a configuration. */
export function uploadIdsOf(configuration: Configuration): string[] {
  const { files } = configuration as { files?: { uploadId?: unknown }[] };
  return Array.isArray(files) ? files.map(({ uploadId }) => String(uploadId)) : [];
}
