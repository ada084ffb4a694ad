import type { FormFault, ManifestFaultCode, MessageValues } from '@headwater/shared/contract';
import { fill } from '@headwater/base/failures/fill';

/** What is wrong with a manifest, or what in it has no effect. */
export interface ManifestFault extends FormFault {
  code: ManifestFaultCode;
}

/** In English. */
const MESSAGES: Record<ManifestFaultCode, string> = {
  not_yaml: 'This isn’t valid YAML: {reason}.',
  too_large: 'The manifest has more than {kilobytes} KB.',
  expands_too_far: 'Its references and anchors expand to more than {nodes} values.',
  too_costly:
    'Reading this manifest takes too much time or memory. Leave out streams or references that you don’t need.',
  not_a_manifest: 'A manifest begins with type: DeclarativeSource.',
  reference_missing: '{reference} doesn’t exist in this manifest.',
  reference_circular: '{reference} leads back to itself.',
  component_unknown: '{component} isn’t a component of the dialect.',
  component_unsupported: '{component} isn’t supported.',
  component_custom: '{component} runs Python code, which isn’t supported.',
  component_misplaced: '{component} can’t stand in {field}.',
  component_missing: '{field} needs a component.',
  field_missing: '{component} needs {field}.',
  field_unsupported: '{field} of {component} isn’t supported.',
  field_unknown: '{component} has no field {field}. It has no effect.',
  field_without_effect: '{field} of {component} has no effect here.',
  field_type: '{field} of {component} must be {expected}.',
  template_wrong: 'The template of {field} can’t be read: {reason}.',
  streams_missing: 'The manifest has no streams.',
  stream_unnamed: 'A stream has no name.',
  stream_twice: 'Two streams are named {stream}.',
  check_unknown: 'The check names the stream {stream}, which the manifest doesn’t have.',
  spec_unsupported: 'The field {field} of the specification has a form that isn’t supported: {reason}.',
};

const NOTICES: ReadonlySet<ManifestFaultCode> = new Set(['field_unknown', 'field_without_effect']);

export function manifestFault(
  code: ManifestFaultCode,
  line: number,
  values: MessageValues = {},
): ManifestFault {
  const shown = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, shortened(value)]));
  return { code, isError: !NOTICES.has(code), line, values: shown, message: fill(MESSAGES[code], shown) };
}

/** What stands in a manifest can be as long as the manifest. */
const LONGEST = 200;
const shortened = (value: MessageValues[string]) =>
  typeof value === 'string' && value.length > LONGEST ? `${value.slice(0, LONGEST)}…` : value;

/** The most faults that are reported. */
const MOST = 100;

/** Collects what is wrong, with errors first. */
export class Faults {
  readonly #found = new Map<string, ManifestFault>();

  add(code: ManifestFaultCode, line: number, values: MessageValues = {}): void {
    const fault = manifestFault(code, line, values);
    // A part that is used by many streams is reported once.
    if (this.#found.size < MOST * 10) this.#found.set(`${line} ${fault.message}`, fault);
  }

  get hasErrors(): boolean {
    return [...this.#found.values()].some(({ isError }) => isError);
  }

  get all(): ManifestFault[] {
    const order = (fault: ManifestFault) => (fault.isError ? 0 : 1);
    return [...this.#found.values()].sort((a, b) => order(a) - order(b) || a.line - b.line).slice(0, MOST);
  }
}
