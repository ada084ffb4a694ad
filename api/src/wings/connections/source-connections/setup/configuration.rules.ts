import { examine, isSet } from '@headwater/protocol/configuration';
import { connectorNamed } from '@headwater/connectors/registry';
import type { Configuration, Connector, ExaminedConfiguration } from '@headwater/protocol/protocol';
import type { Workspace } from '../../../../http/route-context.ts';
import type { Requester } from '@headwater/base/queue/fair-queue';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';

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

/** The largest request with a configuration: in it, each quote and line break of a text takes two bytes. */
export const CONFIGURATION_MAX_BYTES = 2 * 1024 ** 2;

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

/** A configuration for a connector, with what there is to know of it. */
export interface Examined extends ExaminedConfiguration {
  connector: Connector;
  given: Configuration;
}

/**
 * Examines a requested configuration. That can take long, so do it before a transaction begins. Throws if this
 * installation doesn't have the connector.
 */
export async function examineConfiguration(
  { connector: name, configuration: given }: { connector: string; configuration: Configuration },
  requester: Requester,
): Promise<Examined> {
  const connector = requireConnector(name);
  return { connector, given, ...(await examine(connector, given, requester)) };
}

/** The member or service account that asks, in their workspace. */
export const askerIn = ({ id, principal }: Workspace): Requester => ({
  workspaceId: id,
  userId: principal.id,
});

/**
 * Separates a whole configuration from its secrets. Throws if it doesn't fit the connector's schema. A secret given as `{
 * "set": true }` stays unchanged, unless the connector reports that it would be sent to another host or with
 * less protection. Then it must be entered again, so that no one can obtain someone else's password.
 */
export function splitConfiguration(examined: Examined, stored?: Stored): SplitConfiguration {
  const { connector, given, secretFields } = examined;
  const secrets = new Map<string, string>();
  const visible = new Map<string, unknown>();
  const kept: string[] = [];
  const missing: Fault[] = [];
  const mayStay = stored !== undefined && connector.keepsSecrets(stored.visible, given, examined);
  for (const [name, value] of Object.entries(given)) {
    if (!secretFields.includes(name)) visible.set(name, value);
    else if (!isSet(value)) {
      if (typeof value === 'string' && value !== '') secrets.set(name, value);
    } else if (mayStay && stored.secretFields.includes(name)) kept.push(name);
    else missing.push({ code: 'secret_needed', pointer: `${POINTER}/${name}` });
  }
  const faults = [
    ...missing,
    ...examined.faults
      .filter(({ pointer }) => !missing.some((fault) => fault.pointer === `${POINTER}${pointer}`))
      .map(({ pointer, fault }): Fault => ({
        code: 'field_invalid',
        pointer: `${POINTER}${pointer}`,
        values: { fault },
      })),
  ];
  const [first, ...more] = faults;
  if (first) throw new Refusal([first, ...more]);
  return { visible: Object.fromEntries(visible), secrets: Object.fromEntries(secrets), kept };
}

/** Returns what a configuration connects to, for people to read. */
export function addressOf(configuration: Configuration, fileNames: readonly string[]): string {
  const { host, port, database, url } = configuration as Record<string, string | number | undefined>;
  // What follows the path can be what lets people in.
  if (typeof url === 'string') return url.replace(/[?#].*$/, '').slice(0, 200);
  if (host !== undefined) return `${host}:${port ?? ''}/${database ?? ''}`;
  const [first, ...more] = fileNames;
  return first === undefined ? '' : more.length === 0 ? first : `${first} +${more.length}`;
}

/** Returns the IDs of the uploads in a configuration. */
export function uploadIdsOf(configuration: Configuration): string[] {
  const { files } = configuration as { files?: { uploadId?: unknown }[] };
  return Array.isArray(files) ? files.map(({ uploadId }) => String(uploadId)) : [];
}
