import { Type, type Static } from '@sinclair/typebox';
import { collection, object, resource, word } from '../ground/json-api.ts';

/**
 * A draft-07 JSON Schema with `order`, `airbyte_secret`, `title`, `description`, and `examples`; see Airbyte's
 * ConnectorSpecification.
 */
export const connectionSpecification = Type.Record(Type.String(), Type.Unknown());

export const connectorAttributes = object({
  name: Type.String(),
  category: word(['database', 'file', 'api', 'operator', 'sample']),
  /** Whether it comes with the product, or was registered by the operator of this installation. */
  supportLevel: word(['built_in', 'operator']),
  /** Other search terms that find it: "pg", "excel". */
  aliases: Type.Array(Type.String()),
  /** Two letters and the chart color (1–8) of its tile. */
  tile: object({ letters: Type.String(), hue: Type.Integer() }),
  /** Whether the configuration refers to uploads instead of a server. */
  takesUploads: Type.Boolean(),
  connectionSpecification,
});
export type ConnectorAttributes = Static<typeof connectorAttributes>;
export const connectorResource = resource('connectors', connectorAttributes);
export const connectorCollection = collection(connectorResource);
