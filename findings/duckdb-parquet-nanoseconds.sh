#!/usr/bin/env bash
# DuckDB 1.5.6 reads nanoseconds of a Parquet TIMESTAMP exactly if it has no zone, and cuts them if it has one.
#
# The same numbers are written three times by PyArrow. Without a zone they become TIMESTAMP_NS with all nine digits, and as
# times of day TIME_NS (before 1.5.6, TIME of microseconds); as UTC moments they become TIMESTAMP WITH TIME ZONE of
# microseconds. No error, no warning: different keys or events of one microsecond become equal.
#
# Seen on 2026-11-30, for two moments 689 nanoseconds apart:
#   DuckDB v1.5.6 says civil 2 different TIMESTAMP_NS, utc 1 TIMESTAMP WITH TIME ZONE, clock 2 TIME_NS
#   pyarrow 26.0.1 reads 2 of each
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python && python/bin/pip install --quiet pyarrow==26.0.1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 node@24.21.0
python/bin/python - <<'PY'
import pyarrow as pa, pyarrow.parquet as pq

moments = [1_700_000_000_123_456_789, 1_700_000_000_123_456_100]
times = [45_296_123_456_789, 45_296_123_456_100]
pq.write_table(pa.table({
    'civil': pa.array(moments, pa.timestamp('ns')),
    'utc': pa.array(moments, pa.timestamp('ns', tz='UTC')),
    'clock': pa.array(times, pa.time64('ns')),
}), 'moments.parquet')
read = pq.read_table('moments.parquet')
counts = {name: len(read[name].unique()) for name in read.column_names}
print('pyarrow', pa.__version__, 'reads', counts)
assert counts == {'civil': 2, 'utc': 2, 'clock': 2}, 'This has changed.'
PY
cat > read.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
const [[version]] = await rows('select version()');
const said = [];
for (const name of ['civil', 'utc', 'clock']) {
  const [[count, type]] = await rows(
    `select count(distinct ${name})::integer, any_value(typeof(${name})) from 'moments.parquet'`,
  );
  said.push(`${name} ${count} ${type}`);
}
console.log('DuckDB', version, 'says', said.join(', '));
if (said.join(', ') !== 'civil 2 TIMESTAMP_NS, utc 1 TIMESTAMP WITH TIME ZONE, clock 2 TIME_NS') {
  console.log('This has changed.');
  process.exit(1);
}
JS
./node_modules/.bin/node read.mjs
