import { SaxesParser } from 'saxes';
import { newDict, own, type Dict, type Value } from '../template/values.ts';

/** The most elements within one another. */
const DEEPEST = 200;

interface Element {
  name: string;
  content: Dict;
  text: string;
}

/**
 * Reads XML as the dialect's decoder does: attributes get an `@`, what occurs several times is a list, and a text is the
 * element's value, or its `#text` if it has something else as well. Throws if it isn't XML.
 */
export function parseXml(text: string): Value {
  const document = newDict();
  const open: Element[] = [{ name: '', content: document, text: '' }];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > DEEPEST) throw new Error('too deep');
    const content = newDict(
      Object.entries(attributes as Record<string, string>).map(([key, value]) => [`@${key}`, value]),
    );
    open.push({ name, content, text: '' });
  });
  const addText = (part: string) => {
    open.at(-1)!.text += part;
  };
  parser.on('text', addText);
  parser.on('cdata', addText);
  parser.on('closetag', () => {
    const element = open.pop()!;
    add(open.at(-1)!.content, element.name, valueOf(element));
  });
  parser.write(text).close();
  return document;
}

function valueOf({ content, text }: Element): Value {
  const words = text.trim();
  if (Object.keys(content).length === 0) return words === '' ? null : words;
  if (words !== '') content['#text'] = words;
  return content;
}

function add(to: Dict, name: string, value: Value): void {
  if (!Object.hasOwn(to, name)) {
    to[name] = value;
    return;
  }
  const known = own(to, name);
  if (Array.isArray(known)) known.push(value);
  else to[name] = [known, value];
}
