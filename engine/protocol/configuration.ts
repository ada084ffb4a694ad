import { ownValue } from '@headwater/shared/contract/plain';
import { Ajv, type ErrorObject as AjvError, type ValidateFunction } from 'ajv';
import type { Requester } from '@headwater/base/queue/fair-queue';
import type { Configuration, ConfigurationFault, Connector, ExaminedConfiguration } from './protocol.ts';

interface Property {
  airbyte_secret?: boolean;
  order?: number;
}

/** Stands for a stored secret in responses. Sent back in a request, it keeps the stored value. */
export const SET = { set: true } as const;

export const isSet = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && (value as { set?: unknown }).set === true;

const MOST_FAULTS = 100;

const validators = new WeakMap<object, ValidateFunction>();

/** Examines a whole configuration: by its connector, if a text in it decides its form, and else by the fixed schema. */
export const examine = async (
  connector: Connector,
  given: Configuration,
  requester: Requester,
): Promise<ExaminedConfiguration> =>
  (await connector.examine?.(given, requester)) ?? {
    ...examineBy(connector.spec().connectionSpecification, given),
    text: null,
  };

/** Examines a whole configuration by a schema. Coerces nothing. The same schema must be the same object. */
export function examineBy(
  schema: ExaminedConfiguration['schema'],
  given: Configuration,
): Omit<ExaminedConfiguration, 'text'> {
  const { properties = {} } = schema as { properties?: Record<string, Property> };
  const secretFields = Object.keys(properties).filter((name) => ownValue(properties, name)?.airbyte_secret);
  return { schema, secretFields, faults: faultsOf(schema, withoutGaps(given, secretFields)) };
}

/** Returns the configuration as if every secret that is to stay were in it, and none that is empty. */
function withoutGaps(given: Configuration, secretFields: readonly string[]): Configuration {
  const entries = Object.entries(given).flatMap(([name, value]) => {
    if (!secretFields.includes(name)) return [[name, value]];
    if (value === null || value === '') return [];
    return [[name, isSet(value) ? 'stays' : value]];
  });
  return Object.fromEntries(entries) as Configuration;
}

function faultsOf(schema: ExaminedConfiguration['schema'], configuration: Configuration) {
  let validate = validators.get(schema);
  if (!validate) {
    // `order`, `airbyte_secret`, and the like are keywords of the protocol, not of JSON Schema.
    validate = new Ajv({
      allErrors: true,
      strict: false,
      formats: { manifest: true, secret_file: true, sheets: true },
    }).compile(schema);
    validators.set(schema, validate);
  }
  if (validate(configuration)) return [];
  // What a condition requires is reported by itself.
  const errors = (validate.errors ?? []).filter(({ keyword }) => keyword !== 'if');
  return errors.slice(0, MOST_FAULTS).map(faultOf);
}

function faultOf({ instancePath, keyword, params, message = 'is not valid' }: AjvError): ConfigurationFault {
  if (keyword === 'required')
    return { pointer: `${instancePath}/${params.missingProperty}`, fault: 'is missing' };
  if (keyword === 'additionalProperties') {
    return {
      pointer: `${instancePath}/${params.additionalProperty}`,
      fault: 'is not known to this connector',
    };
  }
  return { pointer: instancePath, fault: message };
}
