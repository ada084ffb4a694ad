import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ignoredBy } from './mysql.collation.ts';

const CASES: [collation: string, ignored: string][] = [
  ['utf8mb4_0900_ai_ci', 'case accents'],
  ['utf8mb4_0900_as_cs', ''],
  ['utf8mb4_general_ci', 'padding case accents'],
  ['utf8mb4_uca1400_ai_ci', 'padding case accents'],
  ['utf8mb4_uca1400_nopad_ai_ci', 'case accents'],
  ['utf8mb4_bin', 'padding'],
  ['utf8mb4_0900_bin', ''],
  ['binary', ''],
  ['latin1_swedish_ci', 'padding case'],
  // I and i are different letters there.
  ['utf8mb4_turkish_ci', 'padding'],
  ['utf8mb4_tr_0900_ai_ci', ''],
  // å is a letter of its own.
  ['utf8mb4_swedish_ci', 'padding case'],
];

for (const [collation, ignored] of CASES)
  it(`${collation} certainly ignores ${ignored || 'nothing'}`, () =>
    assert.equal(ignoredBy(collation).join(' '), ignored));
