import { FailureError } from '@headwater/base/failures/failure';
import { isDict, newDict, own, textOf, isTrue, type Dict, type Value } from '../template/values.ts';
import { decode } from './decode.ts';
import { reasonIn } from './error-handler.ts';
import { valueAt, valuesAt } from './paths.ts';
import type { Answer } from './answer.ts';
import type { Run } from './run.ts';
import { transform } from './transformations.ts';
import { isWrapped, wrappedValue } from './unusable.ts';

/** The records of a page. */
export interface Selected {
  records: Dict[];
  /** How many there were before the filter, by which a page counts as full. */
  extracted: number;
  /** The body as paginators see it. */
  body: Value;
}

/** Takes the records out of a response, filters, and transforms them. */
export function select(
  answer: Answer,
  retriever: Dict,
  transformations: readonly Dict[],
  run: Run,
  known: Dict,
): Selected {
  const templates = run.templates(retriever);
  const selector = templates.component('record_selector')!;
  const extractor = run.templates(selector).component('extractor')!;
  const bodies = decode(answer, templates.component('decoder'));
  const extracted = recordsBy(extractor, bodies, run, known);
  if (extracted.length === 0)
    for (const path of pathsOf(extractor, run, known)) requireNoError(bodies, path, answer, run);
  const found = extracted.map((each) => (isDict(each) ? each : wrappedValue(each)));
  const filter = run.templates(selector).component('record_filter');
  const passes = (record: Dict) =>
    !filter ||
    run.templates(filter, newDict([...Object.entries(known), ['record', given(record)]])).holds('condition');
  const given = (record: Dict): Value => (isWrapped(record) ? Object.values(record)[0] : record);
  const transformed = (record: Dict) => transform(record, transformations, run, known);
  const isTransformedFirst = run.templates(selector).flag('transform_before_filtering');
  const records = isTransformedFirst
    ? found.map(transformed).filter(passes)
    : found.filter(passes).map(transformed);
  return { records, extracted: extracted.length, body: bodies.at(0) ?? newDict() };
}

/** Returns what an answer has before anything is left out or changed. */
export function extractedOf(answer: Answer, retriever: Dict, run: Run, known: Dict): Value[] {
  const templates = run.templates(retriever);
  const selector = templates.component('record_selector')!;
  const extractor = run.templates(selector).component('extractor')!;
  return recordsBy(extractor, decode(answer, templates.component('decoder')), run, known);
}

/** Returns what an extractor finds, or several of them together. */
function recordsBy(extractor: Dict, bodies: readonly Value[], run: Run, known: Dict): Value[] {
  const templates = run.templates(extractor, known);
  if (own(extractor, 'type') !== 'CombinedExtractor') {
    const path = templates.path('field_path');
    return bodies.flatMap((body) => extractedFrom(body, path));
  }
  const found: Value[] = [];
  for (const each of templates.components('extractors')) {
    const records = recordsBy(each, bodies, run, known);
    found.push(...(templates.flag('skip_empty_records') ? records.filter(isFilled) : records));
    if (found.length > 0 && own(extractor, 'mode') === 'first_match') return found;
  }
  return found;
}

/** Returns the paths of an extractor, or of all that it combines. */
function pathsOf(extractor: Dict, run: Run, known: Dict): string[][] {
  const templates = run.templates(extractor, known);
  if (own(extractor, 'type') !== 'CombinedExtractor') return [templates.path('field_path')];
  return templates.components('extractors').flatMap((each) => pathsOf(each, run, known));
}

const isFilled = (value: Value): boolean =>
  isDict(value) ? Object.keys(value).length > 0 : Array.isArray(value) ? value.length > 0 : isTrue(value);

function extractedFrom(body: Value, path: readonly string[]): Value[] {
  if (path.includes('*') || path.includes('**')) return valuesAt(body, path);
  const found = valueAt(body, path);
  if (Array.isArray(found)) return found;
  return isTrue(found) ? [found] : [];
}

/** An API may report an error with a status of success. Without records, that isn't an empty page. */
function requireNoError(bodies: readonly Value[], path: readonly string[], answer: Answer, run: Run): void {
  for (const body of bodies) {
    if (!isDict(body) || path.length === 0 || valueAt(body, path) !== undefined) continue;
    const error = own(body, 'error') ?? own(body, 'errors');
    if (!isTrue(error)) continue;
    const reason = run.redactor.redact(reasonIn(answer) || textOf(error)).slice(0, 300);
    const { host, pathname } = answer.url;
    throw new FailureError('api_request_refused', {
      host,
      path: run.redactor.redact(pathname),
      status: answer.status,
      reason,
    });
  }
}
