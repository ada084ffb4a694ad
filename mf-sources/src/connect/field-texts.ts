import { fileMessages, optionKey } from '@headwater/shared/files';
import { messages } from '../messages.ts';
import type { FieldSpec } from './specification.ts';

/** The texts of a connector's fields: from the message catalog if it has them, or else the schema's English. */
export function useFieldTexts(connector: string) {
  const t = messages.use();
  const fileText = fileMessages.use();
  const text = (key: string, fallback: string) =>
    t.has(key) ? t(key) : fileText.has(key) ? fileText(key) : fallback;
  const title = ({ name, title: own }: Pick<FieldSpec, 'name' | 'title'>) =>
    text(`field.${connector}.${name}`, own);
  return {
    title,
    groupTitle: (group: string) => text(`group.${connector}.${group}`, group),
    /** The title of a field that a failure names, which the form may not have. */
    titleOf: (fields: readonly FieldSpec[], name: string) =>
      title(fields.find((field) => field.name === name) ?? { name, title: name }),
    hint: ({ name, description }: FieldSpec) => text(`field.${connector}.${name}.hint`, description ?? ''),
    option: ({ name }: FieldSpec, value: string) =>
      text(`option.${connector}.${name}.${optionKey(value)}`, value),
  };
}
