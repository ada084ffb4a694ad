/**
 * Returns what an object has under a name that somebody chose: a column's, a table's, a setting's. A plain lookup finds
 * the methods of every object, too, so a column named `constructor` would seem to have a mask.
 */
export function ownValue<Value>(
  record: Readonly<Record<string, Value>> | null | undefined,
  name: string,
): Value | undefined {
  // eslint-disable-next-line headwater/own-names -- this is where it is asked whether the name is the object's own
  return record && Object.hasOwn(record, name) ? record[name] : undefined;
}
