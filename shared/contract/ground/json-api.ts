import { Type, type Static, type TObject, type TProperties, type TSchema } from '@sinclair/typebox';
import { UNSEEN } from './unseen.ts';

/** Every object on the wire is closed: unknown fields are rejected with a 422 that names them. */
const closed = { additionalProperties: false } as const;

export const object = <P extends TProperties>(properties: P) => Type.Object(properties, closed);
export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
/** One of a fixed set of strings. */
export const word = <const W extends readonly [string, ...string[]]>(words: W) =>
  Type.Unsafe<W[number]>({ type: 'string', enum: [...words] });

/** A name that people give: one line without spaces around it, in which every character is seen. */
export const nameText = (maxLength: number) =>
  Type.String({ minLength: 1, maxLength, pattern: `^[^\\s${UNSEEN}]([^${UNSEEN}]*[^\\s${UNSEEN}])?$` });
/** A title or a label, which may be empty or have spaces around it. */
export const lineText = (maxLength: number, minLength = 0) =>
  Type.String({ minLength, maxLength, pattern: `^[^${UNSEEN}]*$` });

export const id = (prefix: string) => Type.String({ pattern: `^${prefix}_[0-9a-z]{26}$` });
/** RFC 3339 in UTC. */
export const timestamp = () => Type.String({ format: 'date-time' });

/** The body of an unsafe request: `{ data: { type, attributes } }`. */
export const requestBody = <T extends string, A extends TObject>(type: T, attributes: A) =>
  object({ data: object({ type: Type.Literal(type), attributes }) });

/** One resource as the API returns it. */
export const resource = <T extends string, A extends TObject>(type: T, attributes: A) =>
  object({ type: Type.Literal(type), id: Type.String(), attributes });

/** A response with one resource. */
export const document = <R extends TSchema>(data: R) => object({ data });

/** A response with a page of resources; `links.next` is null on the last page. */
export const collection = <R extends TSchema>(data: R) =>
  object({
    data: Type.Array(data),
    links: object({ next: nullable(Type.String()) }),
    meta: object({ total: Type.Integer() }),
  });

export const errorObject = object({
  status: Type.String(),
  code: Type.String(),
  title: Type.String(),
  detail: Type.String(),
  source: Type.Optional(
    object({ pointer: Type.Optional(Type.String()), parameter: Type.Optional(Type.String()) }),
  ),
  /** Values for the translated message, such as `{ seconds: 30 }`. */
  meta: Type.Optional(Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()]))),
});
export type ErrorObject = Static<typeof errorObject>;

export const errorDocument = object({
  errors: Type.Array(errorObject),
  meta: object({ requestId: Type.String() }),
});
export type ErrorDocument = Static<typeof errorDocument>;
