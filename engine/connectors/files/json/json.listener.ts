import type { RejectionReason } from '@headwater/protocol/rejection';
import type { JsonCutter } from './json.cutter.ts';

/** Receives each record. `bytes` and the cutter's fields are valid only until the next call. */
export interface RecordListener {
  /** What was received must be passed on before the next record. */
  readonly isFull: boolean;
  record(bytes: Buffer, cutter: JsonCutter, line: number): void;
  broken(line: number, reason: RejectionReason, raw: string): void;
}
