#!/usr/bin/env bash
# fastparquet 2026.9.0 writes a pandas timedelta as a Parquet TIME, and DuckDB 1.5.6 shows times that no clock has.
#
# Parquet has no type for durations; TIME is a time of day. DuckDB takes the number as it is: 30 hours are 30:00:00, and
# minus one hour has a character that is no digit, 0/:00:00. Neither is an error, and the column's type is TIME. PyArrow
# opens the same file, but can't make a DataFrame of it ("hour must be in 0..23"), and its lists wrap around the day
# without a word: 30 hours are 06:00. A reader of foreign files has to check that times lie within a day.
#
# Seen on 2026-11-30, for 30 hours and a quarter of an hour (and minus one hour in DuckDB):
#   DuckDB v1.5.6 says TIME: 30:00:00, 0/:00:00, 00:15:00
#   pyarrow 26.0.1 says 06:00:00, 00:15:00 in lists, and raises a ValueError for a DataFrame
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python && python/bin/pip install --quiet fastparquet==2026.9.0 pandas==3.1.1 pyarrow==26.0.1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 node@24.21.0
python/bin/python -W ignore - <<'PY'
import fastparquet, pandas as pd, pyarrow as pa, pyarrow.parquet as pq

print('fastparquet', fastparquet.__version__, 'pandas', pd.__version__, 'pyarrow', pa.__version__)
for name, took in {'all': ['30:00:00', '-01:00:00', '00:15:00'], 'positive': ['30:00:00', '00:15:00']}.items():
    pd.DataFrame({'took': pd.to_timedelta(took)}).to_parquet(f'{name}.parquet', engine='fastparquet')
table = pq.read_table('positive.parquet')
listed = [str(row['took']) for row in table.to_pylist()]
try:
    table.to_pandas()
    frame = 'no error'
except ValueError as error:
    frame = str(error)
print('pyarrow says', table.schema.field('took').type, listed, 'and for a DataFrame:', frame)
assert listed == ['06:00:00', '00:15:00'] and frame == 'hour must be in 0..23', 'This has changed.'
PY
cat > read.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
const [[version]] = await rows('select version()');
const found = await rows(`select typeof(took), took::varchar from 'all.parquet'`);
const said = found.map(([type, took]) => `${type} ${took}`).join(', ');
console.log('DuckDB', version, 'says', said);
if (said !== 'TIME 30:00:00, TIME 0/:00:00, TIME 00:15:00') {
  console.log('This has changed.');
  process.exit(1);
}
JS
./node_modules/.bin/node read.mjs
