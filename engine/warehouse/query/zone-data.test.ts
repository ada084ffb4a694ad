import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import { DuckDBInstance, type DuckDBTimestampTZValue } from '@duckdb/node-api';
import { Temporal } from 'temporal-polyfill';
import { periodBucket } from './bucket-sql.ts';
import { differenceSql, offsetsIn, type ZoneOffset } from './zone-offsets.ts';

const FIRST = Date.UTC(1970);
const LAST = Date.UTC(2037);

const instance = await DuckDBInstance.create(':memory:');
const connection = await instance.connect();
after(() => {
  connection.closeSync();
  instance.closeSync();
});
await connection.run(`set TimeZone = 'UTC'`);
const read = async (sql: string) => (await connection.runAndReadAll(sql)).getRows();

/** The last second before each change of a zone's clocks, and the first one after it, with their offsets in seconds. */
const around = (offsets: readonly ZoneOffset[]) =>
  offsets.slice(1).flatMap(({ from, seconds }, at) => [
    { moment: from - 1_000_000, seconds: offsets[at]!.seconds },
    { moment: from, seconds },
  ]);

/** Whether the engine's own data has another offset than Node.js in the middle of a week. */
async function isOtherInEngine(zone: string): Promise<boolean> {
  const rows = await read(`
    select us // 1000, (epoch_us(make_timestamptz(us) at time zone '${zone}') - us) * 1000
    from range(${FIRST * 1_000}, ${LAST * 1_000}, ${7 * 86_400_000_000}) as weeks(us)`);
  return rows.some(([time, nanoseconds]) => {
    const at = Temporal.Instant.fromEpochMilliseconds(Number(time)).toZonedDateTimeISO(zone);
    return at.offsetNanoseconds !== Number(nanoseconds);
  });
}

const ZONES = [
  'America/Vancouver',
  'Africa/Casablanca',
  'America/New_York',
  'Europe/Berlin',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
];

describe('the zone data of Node.js and of the engine', () => {
  test('is compared, and the product finds whether it differs', async (t) => {
    const others: string[] = [];
    for (const zone of ZONES) {
      const [row] = await read(differenceSql(zone, FIRST, LAST));
      const from = row![0] as DuckDBTimestampTZValue | null;
      assert.equal(from !== null, await isOtherInEngine(zone), zone);
      if (from) others.push(`${zone} from ${new Date(Number(from.micros / 1_000n)).toISOString()}`);
    }
    t.diagnostic(
      `Node.js has ${process.versions.tz}. Where the engine differs: ${others.join(', ') || 'nowhere'}.`,
    );
  });

  test('doesn’t matter to days of charts, which begin as Node.js says', async () => {
    for (const zone of ZONES) {
      const calendar = new Intl.DateTimeFormat('sv-SE', { timeZone: zone });
      const changes = around(offsetsIn(zone, Date.UTC(2020), LAST)).map(({ moment }) => moment / 1_000);
      const hours = [...changes, Date.UTC(2026, 11, 1)].flatMap((time) =>
        Array.from({ length: 48 }, (_, hour) => Math.floor(time) + (hour - 24) * 3_600_000 + 1),
      );
      const column = { name: 'at', type: 'TIMESTAMP WITH TIME ZONE' };
      const range = { min: Math.min(...hours), max: Math.max(...hours) };
      const { key } = periodBucket(column, 'day', range, { zone });
      const rows = await read(
        `select ${key}::varchar from (select make_timestamptz(unnest([${hours.map((time) => time * 1_000).join(', ')}])) as at)`,
      );
      assert.deepEqual(
        rows.flat(),
        hours.map((time) => calendar.format(new Date(time))),
        zone,
      );
    }
  });
});
