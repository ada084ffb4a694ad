import { fileMessages, optionKey } from '@headwater/shared/files';
import { messages } from '../messages.ts';
import type { FieldSpec } from './specification.ts';

/** Whose texts a connector has besides its own. */
const SHARED = new Map([
  // The same file can be uploaded or be on the web, and is read in the same way.
  ['web_file', ['csv']],
  ['google_sheets', ['csv']],
  ['postgres', ['server']],
  ['mysql', ['server']],
]);

/** The texts of a connector's fields: from the message catalog if it has them, or else the schema's English. */
export function useFieldTexts(connector: string) {
  const t = messages.use();
  const fileText = fileMessages.use();
  const own = (key: string) => (t.has(key) ? t(key) : fileText.has(key) ? fileText(key) : undefined);
  const owners = [connector, ...(SHARED.get(connector) ?? [])];
  const text = (keyOf: (owner: string) => string, fallback: string) =>
    owners.map((owner) => own(keyOf(owner))).find((found) => found !== undefined) ?? fallback;
  const title = ({ name, title: otherwise }: Pick<FieldSpec, 'name' | 'title'>) =>
    text((owner) => `field.${owner}.${name}`, otherwise);
  return {
    title,
    groupTitle: (group: string) => text((owner) => `group.${owner}.${group}`, group),
    /** The title of a field that a failure names, which the form may not have. */
    titleOf: (fields: readonly FieldSpec[], name: string) =>
      title(fields.find((field) => field.name === name) ?? { name, title: name }),
    hint: ({ name, description }: FieldSpec) =>
      text((owner) => `field.${owner}.${name}.hint`, description ?? ''),
    option: ({ name }: FieldSpec, value: string) =>
      text((owner) => `option.${owner}.${name}.${optionKey(value)}`, value),
  };
}
