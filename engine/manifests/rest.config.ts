import { ownValue } from '@headwater/shared/contract/plain';
import type {
  Configuration,
  ConnectorSpecification,
  ExaminedConfiguration,
} from '@headwater/protocol/protocol';
import { examineBy } from '@headwater/protocol/configuration';
import { formSchema } from './manifest/form-schema.ts';
import { configOf, fieldName, topOf } from './manifest/form.ts';
import { loadManifest, type LoadedManifest, type Manifest } from './manifest/load.ts';
import { MANIFEST_BYTES } from './manifest/tree.ts';
import { FailureError } from '@headwater/base/failures/failure';
import { isDict, own, textOf, type Dict } from './template/values.ts';
import type { ManifestFault } from './manifest/fault.ts';
import { hostFields } from './rest.secrets.ts';

const MANIFEST = 'manifest';

export const restSpecification: ConnectorSpecification = {
  name: 'REST API',
  category: 'api',
  supportLevel: 'built_in',
  aliases: [
    'rest',
    'api',
    'http',
    'https',
    'json',
    'manifest',
    'airbyte',
    'low-code',
    'yaml',
    'graphql',
    'webhook',
    'saas',
  ],
  tile: { letters: 'Ra', hue: 5 },
  takesUploads: false,
  connectionSpecification: {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'REST API',
    description: 'Any API that returns JSON, described by a low-code manifest',
    type: 'object',
    required: [MANIFEST],
    additionalProperties: false,
    properties: {
      [MANIFEST]: {
        order: 0,
        title: 'Manifest',
        description: 'A manifest.yaml in Airbyte’s low-code dialect.',
        type: 'string',
        format: 'manifest',
        minLength: 1,
        maxLength: MANIFEST_BYTES,
      },
    },
  },
  checkSteps: ['manifest', 'resolve', 'read_one_row'],
  supportedSyncModes: ['full_refresh', 'incremental'],
  filtersRows: false,
};

/** A manifest and the configuration that its templates see. */
export interface RestConfiguration {
  manifest: Manifest;
  config: Dict;
  secrets: string[];
}

const textIn = (given: Configuration) => (typeof given[MANIFEST] === 'string' ? given[MANIFEST] : '');

/** Throws if the manifest has errors. */
export function configurationOf(given: Configuration): RestConfiguration {
  const { manifest, fields, faults } = loadManifest(textIn(given));
  const [first] = faults;
  if (!manifest) {
    const values = { line: first?.line ?? 1, reason: first?.message ?? '' };
    throw new FailureError('manifest_invalid', values);
  }
  const secrets = fields
    .filter(({ isSecret }) => isSecret)
    .map(({ path }) => ownValue(given, fieldName(path)));
  return {
    manifest,
    config: configOf(fields, given),
    secrets: secrets.filter((secret) => typeof secret === 'string'),
  };
}

/** Returns what is known of a configuration's manifest. Null before there is one. */
const manifestOf = (given: Configuration): LoadedManifest | null =>
  textIn(given) === '' ? null : loadManifest(textIn(given));

/**
 * Examines a configuration in this thread, which takes as long as reading its manifest. A configuration with a manifest
 * that can't be used is faulty, whatever else is in it.
 */
export function examineHere(given: Configuration): ExaminedConfiguration {
  const loaded = manifestOf(given);
  const { schema, secretFields, faults } = examineBy(schemaFor(loaded), given);
  const error = loaded?.faults.find(({ isError }) => isError);
  return {
    schema,
    secretFields,
    faults: error ? [unusable(error)] : faults,
    text: {
      faults: [...(loaded?.faults ?? [])],
      streams: [...(loaded?.manifest?.streams.keys() ?? [])],
      address: addressOf(loaded),
      leadingFields: loaded?.manifest ? leadingFieldsOf(loaded.manifest) : 'any',
    },
  };
}

/** What is known of a configuration whose manifest was too much to read. */
export function unread(fault: ManifestFault): ExaminedConfiguration {
  const { connectionSpecification: schema } = restSpecification;
  const text = { faults: [fault], streams: [], address: '', leadingFields: 'any' as const };
  return { schema, secretFields: [], faults: [unusable(fault)], text };
}

const unusable = ({ line, message }: ManifestFault) => ({
  pointer: `/${MANIFEST}`,
  fault: `can’t be used because of line ${line}: ${message}`,
});

function leadingFieldsOf(manifest: Manifest): string[] | 'any' {
  const found = hostFields(manifest);
  return found === 'any' ? 'any' : [...found];
}

/** The host of the first stream, if it doesn't depend on the settings. */
function addressOf(loaded: LoadedManifest | null): string {
  const streams = loaded?.manifest?.streams.values() ?? [];
  for (const stream of streams) {
    const retriever = own(stream, 'retriever');
    const requester = isDict(retriever) ? own(retriever, 'requester') : undefined;
    const base = isDict(requester) ? textOf(own(requester, 'url_base') ?? own(requester, 'url')) : '';
    const host = /^https?:\/\/([^/?#]+)/i.exec(base.replace(/\{\{[^}]*\}\}/g, '…'))?.[1];
    if (host !== undefined) return host.slice(0, 200);
  }
  return '';
}

/** Returns the schema of a configuration with this manifest: the manifest, and the fields of its specification. */
function schemaFor(loaded: LoadedManifest | null): Record<string, unknown> {
  const { connectionSpecification: schema } = restSpecification;
  if (!loaded) return schema;
  const known = schemas.get(loaded);
  if (known) return known;
  const made = formSchema(schema, loaded.fields);
  schemas.set(loaded, made);
  return made;
}

const schemas = new WeakMap<LoadedManifest, Record<string, unknown>>();

/**
 * Secrets are kept only with the same manifest, because another one could send them elsewhere, and only if no field
 * has changed that can be part of an address.
 */
export function keepsSecrets(
  before: Configuration,
  after: Configuration,
  { schema, secretFields, text }: ExaminedConfiguration,
): boolean {
  if (before[MANIFEST] !== after[MANIFEST] || !text || text.faults.some(({ isError }) => isError))
    return false;
  const { leadingFields } = text;
  const leads = (name: string) => leadingFields === 'any' || leadingFields.includes(topOf(name));
  return Object.keys((schema.properties ?? {}) as object).every((name) => {
    if (name === MANIFEST || !leads(name)) return true;
    if (secretFields.includes(name)) return typeof ownValue(after, name) !== 'string';
    return JSON.stringify(ownValue(before, name)) === JSON.stringify(ownValue(after, name));
  });
}
