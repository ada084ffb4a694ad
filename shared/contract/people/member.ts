import { Type, type Static } from '@sinclair/typebox';
import { collection, document, object, requestBody, resource, timestamp, word } from '../ground/json-api.ts';
import { ROLES } from '../ground/words.ts';

export const memberAttributes = object({
  name: Type.String(),
  email: Type.String(),
  role: word(ROLES),
  joinedAt: timestamp(),
  isYou: Type.Boolean(),
  /** What the caller may do with this member. Nobody changes their own role. */
  can: object({ changeRole: Type.Boolean(), remove: Type.Boolean() }),
});
export type MemberAttributes = Static<typeof memberAttributes>;
export const memberResource = resource('members', memberAttributes);
export type MemberResource = Static<typeof memberResource>;
export const memberDocument = document(memberResource);
export const memberCollection = collection(memberResource);

export const memberChangeBody = requestBody('members', object({ role: word(ROLES) }));

export const departureBody = requestBody('departures', object({}));

/** Makes someone else an admin and the caller an editor. */
export const handOverBody = requestBody('hand_overs', object({ memberId: Type.String({ maxLength: 40 }) }));
