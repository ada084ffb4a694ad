import { Ajv, type ErrorObject as AjvError, type ValidateFunction } from 'ajv';
import type { Connector, Configuration } from '../protocol/protocol.ts';

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

/** Returns the schema of a configuration, which can depend on what it holds. */
export const schemaOf = (connector: Connector, given: Configuration) =>
  connector.specificationFor?.(given) ?? connector.spec().connectionSpecification;

/** Returns the names of the secret fields of a configuration. */
export function secretFields(connector: Connector, given: Configuration): string[] {
  const { properties = {} } = schemaOf(connector, given) as {
    properties?: Record<string, Property>;
  };
  return Object.keys(properties).filter((name) => properties[name]?.airbyte_secret);
}

export interface ConfigurationFault {
  /** JSON pointer within the configuration, such as `/host`. */
  pointer: string;
  fault: string;
}

/** Returns the first 100 errors of a whole configuration against the connector's schema. Coerces nothing. */
export function configurationFaults(
  connector: Connector,
  configuration: Configuration,
): ConfigurationFault[] {
  const schema = schemaOf(connector, configuration);
  let validate = validators.get(schema);
  if (!validate) {
    // `order`, `airbyte_secret`, and the like are keywords of the protocol, not of JSON Schema.
    validate = new Ajv({ allErrors: true, strict: false, formats: { manifest: true } }).compile(schema);
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
