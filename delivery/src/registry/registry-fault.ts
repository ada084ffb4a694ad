export type RegistryFaultCode =
  | 'bad_reference'
  | 'bad_option'
  | 'bad_build'
  | 'bad_run'
  | 'not_built'
  | 'other_bytes'
  | 'unknown_version'
  | 'gone'
  | 'incompatible'
  | 'conflict'
  | 'blocked'
  | 'no_reason'
  | 'nothing_before'
  | 'nothing_current'
  | 'is_current'
  | 'untried'
  | 'damaged';

/** Thrown when the registry refuses a request. `faults` lists every reason, for people. */
export class RegistryFault extends Error {
  override readonly name = 'RegistryFault';
  readonly code: RegistryFaultCode;
  readonly faults: readonly string[];

  constructor(code: RegistryFaultCode, faults: readonly string[]) {
    super(faults.join('\n'));
    this.code = code;
    this.faults = faults;
  }
}
