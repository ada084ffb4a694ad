import { Type, type Static } from '@sinclair/typebox';
import { configuration } from './source-connection.ts';
import { connectionSpecification } from './connector.ts';
import { document, object, requestBody, resource } from '../ground/json-api.ts';
import { messageValues } from '../ground/message-values.ts';

/** What is wrong with the text that a form is made from, or what in it has no effect. */
export const formFault = object({
  /** Stable; selects the message on screen. See manifest-fault-codes.ts. */
  code: Type.String(),
  /** Whether the text can't be used with it. */
  isError: Type.Boolean(),
  /** Of the text, from 1. */
  line: Type.Integer(),
  /** English, for people. */
  message: Type.String(),
  /** Values for the translated message. */
  values: messageValues,
});
export type FormFault = Static<typeof formFault>;

export const connectorFormAttributes = object({
  /** The schema of a configuration with this text. */
  connectionSpecification,
  faults: Type.Array(formFault),
  /** The names of the streams that the text describes. Empty if it has errors. */
  streams: Type.Array(Type.String()),
});
export type ConnectorFormAttributes = Static<typeof connectorFormAttributes>;
export const connectorFormDocument = document(resource('connector_forms', connectorFormAttributes));

const newConnectorForm = object({ connector: Type.String(), configuration });
export const newConnectorFormBody = requestBody('connector_forms', newConnectorForm);
