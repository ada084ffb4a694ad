import type { Mask } from '@headwater/shared/contract';
import type { StreamColumn } from '@headwater/protocol/protocol';
import { sourceText } from '../versions/widen.ts';

/** Variables of the engine with the two parts of the key, which so appears in no statement. */
const INNER = 'mask_inner';
const OUTER = 'mask_outer';
const BLOCK_BYTES = 64;

/** Characters that a partial mask shows at most. It never shows more than half of a value. */
const SHOWN = 4;

/** Statements that make the key known to the engine, before values are hashed with it. */
export function maskKeyStatements(key: Buffer): string[] {
  const padded = Buffer.concat([key, Buffer.alloc(BLOCK_BYTES - key.length)]);
  const hex = (pad: number) => Buffer.from(padded.map((byte) => byte ^ pad)).toString('hex');
  return [`set variable ${INNER} = unhex('${hex(0x36)}')`, `set variable ${OUTER} = unhex('${hex(0x5c)}')`];
}

/** Returns SQL for a masked value. A hash is the HMAC-SHA256 of the value's text, which the engine itself doesn't have. */
export function maskedValue(mask: Mask, column: StreamColumn, name: string): string {
  if (mask === 'null' || mask === 'drop') return `cast(null as ${column.type})`;
  const text = sourceText(column, name);
  if (mask === 'partial') return `'***' || right(${text}, least(${SHOWN}, length(${text}) // 2))`;
  const inner = `unhex(sha256(getvariable('${INNER}')::blob || encode(${text})))`;
  return `sha256(getvariable('${OUTER}')::blob || ${inner})`;
}

/** Returns the column as it is with masked values. */
export const maskedColumn = (mask: Mask, column: StreamColumn): StreamColumn =>
  mask === 'null'
    ? { ...column, nullable: true }
    : { ...column, kind: 'text', type: 'VARCHAR', encoding: 'value' };
