import { Type } from '@sinclair/typebox';
import { nullable } from '../ground/json-api.ts';
import { SQL_PARAMETERS_MAX } from './sql-parameters.ts';

const PARAMETER_NAME = '^[A-Za-z_]\\w{0,62}$';
export const parameterName = Type.String({ pattern: PARAMETER_NAME });

/** The values of `$name` in the statement, as text. They are converted to the types that they are compared with. */
export const sqlParameters = Type.Record(parameterName, nullable(Type.String({ maxLength: 10_000 })), {
  maxProperties: SQL_PARAMETERS_MAX,
  additionalProperties: false,
});
