import { FailureError } from '@headwater/base/failures/failure';
import { textOf as textOfBody } from '@headwater/protocol/http/body-text';
import { gunzipped } from '@headwater/protocol/http/http-client';
import { parseJson } from '../json.ts';
import { isDict, newDict, own, textOf, type Dict, type Value } from '../template/values.ts';
import { parseDelimited } from './delimited.ts';
import { valueAt } from './paths.ts';
import type { Answer } from './answer.ts';
import { parseXml } from './xml.ts';

/** Returns the bodies of a response: one of JSON, or one a line. */
export function decode(answer: Answer, decoder: Dict | null): Value[] {
  const { host } = answer.url;
  const type = decoder ? own(decoder, 'type') : 'JsonDecoder';
  if (type === 'GzipDecoder') {
    const inner = own(decoder!, 'decoder');
    return decode(
      { ...plainAnswer(answer), body: gunzipped(answer.body, host) },
      isDict(inner) ? inner : null,
    );
  }
  const text = textOfBody(answer);
  if (text.trim() === '') return [];
  if (type === 'IterableDecoder') return linesOf(text).map((line) => newDict([['record', line]]));
  if (type === 'CsvDecoder') return parseDelimited(text, textOf(decoder && own(decoder, 'delimiter')) || ',');
  try {
    if (type === 'JsonlDecoder') return linesOf(text).map(parseJson);
    if (type === 'XmlDecoder') return [parseXml(text)];
    if (type === 'JsonItemsDecoder') {
      const items = valueAt(parseJson(text), textOf(own(decoder!, 'items_path')).split('.'));
      return Array.isArray(items) ? items : [];
    }
    return [parseJson(text)];
  } catch {
    throw new FailureError('api_not_json', { host, path: answer.url.pathname, kind: kindOf(answer, text) });
  }
}

const plainAnswer = ({ status, headers, body, url, json }: Answer): Answer => ({
  status,
  headers,
  body,
  url,
  json,
});

const linesOf = (text: string) => text.split(/\r?\n/).filter((line) => line.trim() !== '');

/** What a response that isn't JSON looks like. */
function kindOf({ headers }: Answer, text: string): string {
  if (/^\s*</.test(text)) return /<html|<!doctype html/i.test(text.slice(0, 1000)) ? 'HTML' : 'XML';
  if (/^\s*[[{]/.test(text)) return 'JSON…';
  return (headers['content-type'] ?? '').split(';')[0]!.slice(0, 50) || '?';
}
