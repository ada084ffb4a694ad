/**
 * Every code that a fault of a manifest can carry, with the values its translated message may use.
 * The API defines the English messages (engine/manifests/manifest/fault.ts).
 */
export const MANIFEST_FAULT_CODES = {
  // `reason` is English.
  not_yaml: ['reason'],
  too_large: ['kilobytes'],
  expands_too_far: ['nodes'],
  too_costly: [],
  not_a_manifest: [],
  reference_missing: ['reference'],
  reference_circular: ['reference'],
  component_unknown: ['component'],
  component_unsupported: ['component'],
  component_custom: ['component'],
  component_misplaced: ['component', 'field'],
  component_missing: ['field'],
  field_missing: ['component', 'field'],
  field_unsupported: ['component', 'field'],
  field_unknown: ['component', 'field'],
  field_without_effect: ['component', 'field'],
  field_type: ['component', 'field', 'expected'],
  template_wrong: ['field', 'reason'],
  streams_missing: [],
  stream_unnamed: [],
  stream_twice: ['stream'],
  check_unknown: ['stream'],
  spec_unsupported: ['field', 'reason'],
} as const satisfies Record<string, readonly string[]>;

export type ManifestFaultCode = keyof typeof MANIFEST_FAULT_CODES;
