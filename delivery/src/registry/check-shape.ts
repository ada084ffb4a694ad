import type { Static, TSchema } from '@sinclair/typebox';
import { Value } from '@sinclair/typebox/value';
import { RegistryFault, type RegistryFaultCode } from './registry-fault.ts';

/** Returns `value` as the schema's type. If it doesn't match, throws with every fault and its path. */
export function checkShape<S extends TSchema>(
  schema: S,
  value: unknown,
  what: string,
  code: RegistryFaultCode = 'damaged',
): Static<S> {
  const faults = [...Value.Errors(schema, value)].map(({ path, message }) => `${what}${path}: ${message}`);
  if (faults.length > 0) throw new RegistryFault(code, faults);
  return value as Static<S>;
}

/** Parses JSON and checks its shape. Text that isn't JSON is a fault like any other. */
export function parseShape<S extends TSchema>(
  schema: S,
  text: string,
  what: string,
  code: RegistryFaultCode = 'damaged',
): Static<S> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new RegistryFault(code, [`${what}: ${(error as Error).message}`]);
  }
  return checkShape(schema, value, what, code);
}
