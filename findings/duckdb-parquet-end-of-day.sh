#!/usr/bin/env bash
# DuckDB 1.5.6 writes its TIME 24:00:00 to Parquet, and PyArrow 26 shows it as 00:00 or can't show it, depending on the call.
#
# 24:00:00 is a valid TIME in DuckDB and PostgreSQL: a shop that closes at the end of the day. In the file it is 86,400
# seconds. PyArrow opens it; to_pylist says 00:00 of the same day without a word, and to_pandas raises for the whole table.
# Who exports such times to Parquet for others has to write text.
#
# Seen on 2026-11-30, for 09:30 and 24:00:
#   DuckDB v1.5.6 reads its own file as 09:30:00, 24:00:00
#   pyarrow 26.0.1 says 09:30:00, 00:00:00 in lists, and raises a ValueError for a DataFrame
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
python3 -m venv python && python/bin/pip install --quiet pandas==3.1.1 pyarrow==26.0.1
npm init -y >/dev/null && npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.6-r.1 node@24.21.0
cat > write.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
await connection.run(`copy (select unnest([time '09:30:00', time '24:00:00']) as closes) to 'hours.parquet'`);
const [[version]] = await rows('select version()');
const said = (await rows(`select closes::varchar from 'hours.parquet'`)).flat().join(', ');
console.log('DuckDB', version, 'reads its own file as', said);
if (said !== '09:30:00, 24:00:00') {
  console.log('This has changed.');
  process.exit(1);
}
JS
./node_modules/.bin/node write.mjs
python/bin/python - <<'PY'
import pyarrow as pa, pyarrow.parquet as pq

table = pq.read_table('hours.parquet')
listed = [str(row['closes']) for row in table.to_pylist()]
try:
    table.to_pandas()
    frame = 'no error'
except ValueError as error:
    frame = str(error)
print('pyarrow', pa.__version__, 'says', listed, 'and for a DataFrame:', frame)
assert listed == ['09:30:00', '00:00:00'] and frame == 'hour must be in 0..23', 'This has changed.'
PY
