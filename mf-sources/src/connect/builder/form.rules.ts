import {
  RESERVED_NAMES,
  type ApiForm,
  type Incremental,
  type Pages,
  type Pair,
  type StreamForm,
} from './api-form.ts';

/** What is wrong with a field; the code selects the message. */
export type FieldFault = 'required' | 'url' | 'whole' | 'twice' | 'reserved' | 'unnamed';

/** The faults of a form by the names of its fields. */
export type FieldFaults = ReadonlyMap<string, FieldFault>;

/** A stream's field: `streams.0.path` */
export const streamField = (index: number, field: string) => `streams.${index}.${field}`;

const PAIRS = ['parameters', 'headers', 'body'] as const;

/** Returns what is wrong with the form, in the order of its fields, or with what one stream needs. */
export function faultsOf(form: ApiForm, only?: number): FieldFaults {
  const faults = new Map<string, FieldFault>();
  const add = (field: string, fault: FieldFault | null) => {
    if (fault) faults.set(field, fault);
  };
  const { baseUrl, authentication, streams } = form;
  add(
    'base_url',
    /^https?:\/\/[^\s/]/i.test(baseUrl.trim()) ? null : baseUrl.trim() === '' ? 'required' : 'url',
  );
  if (authentication.kind === 'api_key') add('authentication.name', missing(authentication.name));
  for (const [index, stream] of streams.entries()) {
    if (only !== undefined && index !== only) continue;
    const isTwice = streams.some(({ name }, other) => other < index && name.trim() === stream.name.trim());
    for (const [field, fault] of streamFaults(stream)) add(streamField(index, field), fault);
    if (isTwice && stream.name.trim() !== '') add(streamField(index, 'name'), 'twice');
  }
  return faults;
}

const missing = (text: string): FieldFault | null => (text.trim() === '' ? 'required' : null);
const whole = (text: string, least: number): FieldFault | null =>
  text === '' || (/^\d{1,9}$/.test(text) && Number(text) >= least) ? null : 'whole';

type FoundFault = readonly [field: string, fault: FieldFault | null];

const streamFaults = (stream: StreamForm): FoundFault[] => [
  ['name', missing(stream.name)],
  ...pageFaults(stream.pages),
  ...PAIRS.flatMap((list) => pairFaults(list, stream[list])),
  ...incrementalFaults(stream.incremental),
];

function pageFaults({ kind, source, parameter, value, first, size }: Pages): FoundFault[] {
  const faults: FoundFault[] = [];
  const isFollowed = kind === 'cursor' || kind === 'link';
  if (isFollowed && source !== 'header') faults.push(['pages.value', missing(value)]);
  if (kind !== 'none' && kind !== 'link') faults.push(['pages.parameter', missing(parameter)]);
  if (kind === 'page') faults.push(['pages.first', whole(first, 0)]);
  if (kind !== 'none') faults.push(['pages.size', whole(size, 1)]);
  return faults;
}

const incrementalFaults = ({ isOn, field, start }: Incremental): FoundFault[] =>
  isOn
    ? [
        ['incremental.field', missing(field)],
        ['incremental.start', missing(start)],
      ]
    : [];

/** A query parameter can be there several times, other names can't. */
const pairFaults = (list: (typeof PAIRS)[number], pairs: readonly Pair[]): FoundFault[] =>
  pairs.map((pair, index) => {
    const isTwice = list !== 'parameters' && pairs.slice(0, index).some(({ name }) => name === pair.name);
    return [`${list}.${index}.name`, nameFault(pair) ?? (isTwice ? 'twice' : null)];
  });

function nameFault({ name, value }: Pair): FieldFault | null {
  if (name === '') return value === '' ? null : 'unnamed';
  return RESERVED_NAMES.has(name) ? 'reserved' : null;
}
