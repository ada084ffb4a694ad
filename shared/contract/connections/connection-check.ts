import { Type, type Static } from '@sinclair/typebox';
import { failure } from '../ground/failure.ts';
import { finding } from '../ground/finding.ts';
import { document, nullable, object, requestBody, resource, word } from '../ground/json-api.ts';
import { configuration } from './source-connection.ts';
import { CHECK_STEPS } from '../ground/words.ts';

export type CheckStepName = (typeof CHECK_STEPS)[number];

export const checkStep = object({
  name: word(CHECK_STEPS),
  state: word(['pending', 'running', 'passed', 'warning', 'failed', 'skipped']),
  milliseconds: nullable(Type.Integer()),
  /** What the step found: an IP address, a version, a count. */
  findings: Type.Array(finding),
  /** The findings' English messages as one text. */
  note: nullable(Type.String()),
  failure: nullable(failure),
});
export type CheckStep = Static<typeof checkStep>;

export const connectionCheckAttributes = object({
  state: word(['running', 'succeeded', 'failed', 'canceled']),
  /** The position in the queue of a waiting check, from 1; null once it runs. */
  position: nullable(Type.Integer()),
  steps: Type.Array(checkStep),
});
export type ConnectionCheckAttributes = Static<typeof connectionCheckAttributes>;
export const connectionCheckResource = resource('connection_checks', connectionCheckAttributes);
export const connectionCheckDocument = document(connectionCheckResource);

const newConnectionCheck = object({
  connector: Type.String(),
  configuration,
  /** An existing connection, from which secrets given as `{ "set": true }` are taken. */
  sourceConnectionId: Type.Optional(Type.String()),
});
export type NewConnectionCheck = Static<typeof newConnectionCheck>;
export const newConnectionCheckBody = requestBody('connection_checks', newConnectionCheck);
