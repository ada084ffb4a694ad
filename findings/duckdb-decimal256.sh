#!/usr/bin/env bash
# DuckDB 1.5.6 (npm @duckdb/node-api 1.5.6-r.1) reads a Parquet DECIMAL of more than 38 digits as another number.
#
# Parquet's decimals may have any precision; Apache Arrow writes up to 76 digits. DuckDB, which has 38, reads such a
# column as DOUBLE, and as another number: the first one below is 2^24 times what the file says. No error, no warning.
# Anything that reads Parquet with this engine has to look at the declared precision first (parquet_schema).
#
# Seen on 2026-11-30:
#   pyarrow 26.0.1 wrote 12.3456 and -0.0001 as decimal256(50, 4)
#   DuckDB v1.5.6 says DOUBLE: 207124797.8496, -0.0001
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python && python/bin/pip install --quiet pyarrow==26.0.1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1
python/bin/python - <<'PY'
import decimal, pyarrow as pa, pyarrow.parquet as pq
values = [decimal.Decimal('12.3456'), decimal.Decimal('-0.0001')]
pq.write_table(pa.table({'amount': pa.array(values, pa.decimal256(50, 4))}), 'amounts.parquet')
print('pyarrow', pa.__version__, 'wrote and reads', [str(value) for value in pq.read_table('amounts.parquet')['amount'].to_pylist()])
PY
cat > read.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
const [[version]] = await rows('select version()');
const found = await rows("select typeof(amount), amount::varchar from 'amounts.parquet'");
console.log('DuckDB', version, 'reads', JSON.stringify(found));
const expected = [['DOUBLE', '207124797.8496'], ['DOUBLE', '-0.0001']];
if (JSON.stringify(found) !== JSON.stringify(expected)) {
  console.log('This has changed: expected', JSON.stringify(expected));
  process.exit(1);
}
JS
node read.mjs
