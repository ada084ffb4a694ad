import { ownValue } from '@headwater/shared/contract';
import { errorDocument } from '../../../http/error-document.ts';
import type { Refusal } from '@headwater/base/refusals/refusal';
import type { Tool } from './tool.ts';

/** What tools call the parts of a request. */
const ARGUMENTS: Readonly<Record<string, string>> = { 'page[after]': 'cursor', 'page[size]': 'limit' };

/** Returns what went wrong, for a model to read: each fault with the argument to blame, and what to do next. */
export function textOfRefusal(refusal: Refusal, tool: Tool, requestId: string): string {
  if (refusal.kind === 'missing' && tool.missing !== undefined) return tool.missing;
  const { errors, meta } = errorDocument(refusal, requestId);
  const lines = errors.map(({ detail, source }) => {
    const argument = argumentOf(source?.pointer ?? source?.parameter ?? '');
    return argument === '' ? detail : `${argument}: ${detail}`;
  });
  return [...lines, ...(refusal.kind === 'internal' ? [`Request: ${meta.requestId}`] : [])].join('\n');
}

const argumentOf = (place: string): string =>
  ownValue(ARGUMENTS, place) ?? place.replace(/^\/(data\/attributes\/)?/, '').replaceAll('/', '.');
