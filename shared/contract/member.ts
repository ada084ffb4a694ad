import { Type, type Static } from '@sinclair/typebox';
import { collection, object, resource, word } from './json-api.ts';
import { ROLES } from './words.ts';

export const memberAttributes = object({ name: Type.String(), email: Type.String(), role: word(ROLES) });
export const memberResource = resource('members', memberAttributes);
export type MemberResource = Static<typeof memberResource>;
export const memberCollection = collection(memberResource);
