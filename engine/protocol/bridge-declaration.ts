import { Type, type Static } from '@sinclair/typebox';

const megabytes = (fallback: number) => Type.Integer({ minimum: 64, maximum: 1_048_576, default: fallback });

const common = {
  name: Type.String({ pattern: '^[a-z][a-z0-9_]{0,49}$' }),
  title: Type.String({ minLength: 1, maxLength: 80 }),
  /** Said on the card. */
  about: Type.Optional(Type.String({ maxLength: 200 })),
  /** The executable with its first arguments. */
  command: Type.Array(Type.String({ minLength: 1 }), { minItems: 1, maxItems: 50 }),
  /** All that it has besides PATH, LANG, TZ, HOME, and TMPDIR. */
  environment: Type.Optional(
    Type.Record(Type.String({ pattern: '^[A-Za-z_][A-Za-z0-9_]*$' }), Type.String()),
  ),
  memoryMegabytes: Type.Optional(megabytes(1_024)),
  diskMegabytes: Type.Optional(megabytes(2_048)),
};
const strict = { additionalProperties: false };

/** An executable that the operator has registered as a connector. */
export const bridgeDeclaration = Type.Union([
  Type.Object({ ...common, protocol: Type.Literal('airbyte') }, strict),
  Type.Object(
    {
      ...common,
      protocol: Type.Literal('singer'),
      /** The JSON Schema of its configuration, which the protocol has no way to ask for. */
      configuration: Type.Record(Type.String(), Type.Unknown()),
      /** How the tap is given the catalog. */
      catalogOption: Type.Optional(Type.Union([Type.Literal('--catalog'), Type.Literal('--properties')])),
    },
    strict,
  ),
]);
export type BridgeDeclaration = Static<typeof bridgeDeclaration>;

/** A declaration with what the executable says about its configuration. Plain data, which processes pass on. */
export interface Bridge {
  declaration: BridgeDeclaration;
  specification: Record<string, unknown>;
}
