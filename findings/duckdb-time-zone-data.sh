#!/usr/bin/env bash
# DuckDB 1.5.5 (npm @duckdb/node-api 1.5.5-r.5) has older time zone data than Node.js 24.21 (2026c).
#
# DuckDB's ICU comes with its own copy of the IANA data and doesn't use the system's. British Columbia stays on summer time
# from November 2026 on: Node.js knows that, DuckDB still sets America/Vancouver back on November 1, 2026. From then on,
# AT TIME ZONE, date_trunc, extract, and casts are an hour off. No error, no warning.
#
# Seen on 2026-11-29, for 20:00 UTC on December 1, 2026:
#   Node.js 24.21.0 with 2026c says 13:00, DuckDB v1.5.5 says 12:00
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null && npm install --silent --no-audit --no-fund @duckdb/node-api@1.5.5-r.5 node@24.21.0
cat > read.mjs <<'JS'
import { DuckDBInstance } from '@duckdb/node-api';
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const rows = async (sql) => (await connection.runAndReadAll(sql)).getRowsJson();
const [[version]] = await rows('select version()');
const [[engine]] = await rows(
  `select strftime(timestamptz '2026-12-01 20:00:00+00' at time zone 'America/Vancouver', '%H:%M')`,
);
const node = new Date('2026-12-01T20:00:00Z').toLocaleTimeString('sv-SE', {
  timeZone: 'America/Vancouver',
  timeStyle: 'short',
});
console.log('Node.js', process.versions.node, 'with', process.versions.tz, 'says', node);
console.log('DuckDB', version, 'says', engine);
if (node !== '13:00' || engine !== '12:00') {
  console.log('This has changed: expected 13:00 and 12:00');
  process.exit(1);
}
JS
./node_modules/.bin/node read.mjs
