import { firstBroken, isTimeZone, personNameRules, type ProfileEdit } from '@headwater/shared/contract';
import type { ErrorCode } from '@headwater/base/refusals/refusal-catalog';
import { Refusal } from '@headwater/base/refusals/refusal';
import type { User } from '../../../http/principal.ts';

const FIELD = '/data/attributes';
const NOT_IN_DEMO = ['name', 'timeZone'] as const;

/** Returns the edit with its name trimmed. Throws if the name is invalid or the time zone doesn't exist. */
export function checkProfileEdit(edit: ProfileEdit, user: User): ProfileEdit {
  const field = user.demoEndsAt && NOT_IN_DEMO.find((each) => edit[each] !== undefined);
  if (field) throw new Refusal('demo_forbidden', { pointer: `${FIELD}/${field}` });
  const { name, timeZone } = edit;
  if (name !== undefined) {
    const broken = firstBroken(personNameRules, name);
    if (broken) throw new Refusal(broken.code as ErrorCode, { pointer: `${FIELD}/name` });
  }
  if (typeof timeZone === 'string' && !isTimeZone(timeZone))
    throw new Refusal('time_zone_unknown', { pointer: `${FIELD}/timeZone` });
  return { ...edit, ...(name !== undefined && { name: name.trim() }) };
}
