import assert from 'node:assert/strict';
import { after, describe, test } from 'node:test';
import type { ScheduleChoices } from '@headwater/shared/contract';
import { givenConnection } from '../../../../test-support/source-fixtures.ts';
import { settled } from '@headwater/base/testing/settled';
import { SourceJourney } from '../../../../test-support/source-journey.ts';
import { faultsIn, TestApi, type ApiResponse } from '../../../../test-support/test-api.ts';
import { followLateness } from './late-connections.ts';
import { Scheduler } from './scheduler.ts';
import { scheduleWith } from './testing/schedules.ts';

const api = await TestApi.open();
after(api.close);
const workspace = await api.workspace();
const { admin } = workspace;
const base = `/organizations/${workspace.id}/source-connections`;
const AT = '/data/attributes';

const hourly = (change: Partial<ScheduleChoices> = {}) =>
  scheduleWith({ kind: 'interval', interval: { minutes: 60, startingAt: '00:00' }, ...change });
const followerOf = (sourceConnectionId: string, change: object = {}) =>
  scheduleWith({
    kind: 'after',
    after: { sourceConnectionId, when: 'succeeded', waitMinutes: 0, ...change },
  });
const save = (id: string, choices: ScheduleChoices, version = 0) =>
  admin.patch(`${base}/${id}/schedule`, 'schedules', choices, { 'if-match': String(version) });
const preview = (id: string, choices: ScheduleChoices) =>
  admin.post(`${base}/${id}/schedule-previews`, 'schedule_previews', choices);
const attributesOf = async (path: string) => {
  const { status, body, text } = await admin.get(path);
  assert.equal(status, 200, text);
  return body.data.attributes;
};
const connected = (id: string) => attributesOf(`${base}/${id}`);

/** Creates a connection whose runs end at once: its file is gone. */
async function given(choices?: ScheduleChoices): Promise<string> {
  const id = await givenConnection(api, workspace.id);
  if (choices) assert.equal((await save(id, choices)).status, 200);
  return id;
}

const makeDue = (id: string, ago = '1 second') =>
  api.sql(
    `update connection_schedules set next_run_at = now() - $2::interval where source_connection_id = $1`,
    [id, ago],
  );
const runsOf = async (
  id: string,
): Promise<{ trigger: string; startedBy: string | null; state: string }[]> => {
  const { body } = await admin.get(`${base}/${id}/sync-runs`);
  return body.data.map((run: { attributes: object }) => run.attributes);
};
const startDueRuns = () => api.services.scheduler.startDueRuns();
/** An active run that no worker takes: its retry is far away. */
const givenActiveRun = async (id: string) => {
  await api.sql(
    `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, retry_at)
     values ($1, 'run_' || substr(md5($2), 1, 26), $2, 900, 'incomplete', 'manual', now() + interval '1 day')`,
    [workspace.id, id],
  );
};

describe('a schedule', () => {
  test('is manual until someone saves one, and plans its next run', async () => {
    const id = await given();
    const unsaved = await attributesOf(`${base}/${id}/schedule`);
    assert.deepEqual([unsaved.kind, unsaved.version, unsaved.nextRunAt], ['manual', 0, null]);
    assert.equal((await connected(id)).schedule, null);
    const saved = await save(id, hourly());
    assert.equal(saved.status, 200, saved.text);
    const { version, nextRunAt, interval } = saved.body.data.attributes;
    assert.deepEqual(interval, { minutes: 60, startingAt: '00:00' });
    assert.equal(Date.parse(nextRunAt) % 3_600_000, 0);
    assert.deepEqual((await connected(id)).schedule, { kind: 'interval', nextRunAt, version });
  });

  test('of every kind is stored as it was chosen, without the parts of other kinds', async () => {
    const other = await given();
    for (const choices of [
      scheduleWith({ kind: 'times', times: { days: [1, 5], times: ['06:30', '17:00'] } }),
      scheduleWith({ kind: 'cron', cron: { expression: '30 2 29 * *' }, zone: 'Asia/Kathmandu' }),
      followerOf(other, { when: 'ended', waitMinutes: 15 }),
      hourly({
        quietHours: { from: '22:00', to: '05:00', days: 'weekdays', inside: 'delay' },
        overlap: 'queue',
        freshnessTargetMinutes: 480,
      }),
      scheduleWith({ kind: 'manual', zone: 'UTC' }),
    ]) {
      const id = await given(choices);
      const { nextRunAt: _, version, ...stored } = await attributesOf(`${base}/${id}/schedule`);
      assert.deepEqual(stored, choices);
      assert.equal(version, 1);
    }
    const mixed = await given({ ...hourly(), cron: { expression: 'nonsense' } });
    assert.equal((await attributesOf(`${base}/${mixed}/schedule`)).cron, null);
  });

  test('of Quartz is stored in five fields, and the preview says so', async () => {
    const quartz = scheduleWith({ kind: 'cron', cron: { expression: '0 30 2 29 * ?' } });
    const id = await given(quartz);
    assert.equal((await attributesOf(`${base}/${id}/schedule`)).cron.expression, '30 2 29 * *');
    const { cron } = (await preview(id, quartz)).body.data.attributes;
    assert.deepEqual([cron.expression, cron.isRewritten, cron.fields.days], ['30 2 29 * *', true, [29]]);
  });

  test('that someone else has changed meanwhile is not overwritten', async () => {
    const id = await given(hourly());
    assert.equal((await save(id, scheduleWith({ kind: 'manual' }), 1)).status, 200);
    const late = await save(id, hourly({ overlap: 'queue' }), 1);
    assert.deepEqual([late.status, faultsIn(late)], [412, ['version_conflict If-Match']]);
    assert.equal((await attributesOf(`${base}/${id}/schedule`)).kind, 'manual');
    assert.equal((await save(await given(hourly()), hourly(), 0)).status, 412);
  });

  for (const [what, choices, fault] of [
    ['without its part', scheduleWith({ kind: 'interval' }), `field_required ${AT}/interval`],
    ['in an unknown zone', hourly({ zone: 'Europe/Atlantis' }), `time_zone_unknown ${AT}/zone`],
    [
      'that never runs',
      scheduleWith({ kind: 'cron', cron: { expression: '0 0 31 2 *' } }),
      `schedule_never_runs ${AT}/cron/expression`,
    ],
    [
      'more often than every 5 minutes',
      scheduleWith({ kind: 'cron', cron: { expression: '*/4 * * * *' } }),
      `schedule_too_often ${AT}/cron/expression`,
    ],
    [
      'at two times across midnight that are too close',
      scheduleWith({ kind: 'times', times: { days: [1], times: ['23:58', '00:01'] } }),
      `schedule_too_often ${AT}/times/times`,
    ],
    [
      'whose every run is quiet',
      hourly({
        interval: { minutes: 5, startingAt: '00:00' },
        quietHours: { from: '00:00', to: '23:59', days: 'every_day', inside: 'skip' },
      }),
      `schedule_always_quiet ${AT}/quietHours/from`,
    ],
    [
      'with quiet hours of no length',
      hourly({ quietHours: { from: '05:00', to: '05:00', days: 'every_day', inside: 'skip' } }),
      `quiet_hours_empty ${AT}/quietHours/to`,
    ],
    ['after nothing', followerOf(null as never), `field_required ${AT}/after/sourceConnectionId`],
  ] as const) {
    test(`${what} is refused, and so is its preview`, async () => {
      const id = await given();
      for (const response of [await save(id, choices), await preview(id, choices)])
        assert.deepEqual(faultsIn(response), [fault]);
      assert.equal((await connected(id)).schedule, null);
    });
  }

  test('after a connection of another workspace is refused as if there were none', async () => {
    const other = await api.workspace('Another');
    const foreign = await givenConnection(api, other.id);
    assert.equal((await save(await given(), followerOf(foreign))).status, 404);
  });

  test('can’t wait for itself, directly or through others, even if two people close the circle at once', async () => {
    const [a, b, c] = [await given(), await given(), await given()];
    const circle = `schedule_circle ${AT}/after/sourceConnectionId`;
    assert.deepEqual(faultsIn(await save(a, followerOf(a))), [circle]);
    assert.equal((await save(a, followerOf(b))).status, 200);
    const both = await Promise.all([save(b, followerOf(c)), save(c, followerOf(a))]);
    assert.deepEqual(both.map(({ status }: ApiResponse) => status).sort(), [200, 422]);
    assert.deepEqual(
      both.flatMap((one) => (one.status === 422 ? faultsIn(one) : [])),
      [circle],
    );
  });
});

describe('a preview', () => {
  test('shows five runs with those that the quiet hours skip, the week, and the change of the clocks', async () => {
    const quietHours = { from: '22:00', to: '05:00', days: 'every_day', inside: 'skip' } as const;
    const choices = hourly({ interval: { minutes: 360, startingAt: '00:00' }, quietHours });
    const { next, week, longestGapMinutes } = (await preview(await given(), choices)).body.data.attributes;
    assert.equal(next.filter(({ note }: { note: string }) => note !== 'skipped').length, 5);
    assert.ok(
      next.some(({ note, time }: { note: string; time: string }) => note === 'skipped' && time === '00:00'),
    );
    assert.equal(week.length, 7);
    assert.deepEqual(week[3].runs, [360, 720, 1080]);
    assert.deepEqual(week[3].skipped, [0]);
    assert.deepEqual(week[3].quiet, [
      { from: 0, to: 300 },
      { from: 1320, to: 1440 },
    ]);
    assert.equal(longestGapMinutes, 720);
  });
});

describe('a due run', () => {
  test('starts by itself, once, and the next one is planned', async () => {
    const id = await given(hourly());
    await makeDue(id, '3 days'); // dozens of runs were missed
    const second = new Scheduler(api.services);
    await Promise.all([startDueRuns(), second.startDueRuns()]);
    const [run, ...others] = await runsOf(id);
    assert.deepEqual([run?.trigger, run?.startedBy, others], ['schedule', null, []]);
    const { nextRunAt } = (await connected(id)).schedule;
    assert.ok(Date.parse(nextRunAt) > Date.now());
    await startDueRuns();
    assert.equal((await runsOf(id)).length, 1);
  });

  test('is skipped while another one is active, or waits for its end', async () => {
    const [skip, queue] = [await given(hourly()), await given(hourly({ overlap: 'queue' }))];
    for (const id of [skip, queue]) {
      await givenActiveRun(id);
      await makeDue(id);
    }
    await startDueRuns();
    assert.ok(Date.parse((await connected(skip)).schedule.nextRunAt) > Date.now());
    assert.ok(Date.parse((await connected(queue)).schedule.nextRunAt) < Date.now());
    await api.sql(`update sync_runs set state = 'canceled', ended_at = now() where number = 900`);
    await startDueRuns();
    assert.equal((await runsOf(skip)).length, 1);
    assert.deepEqual(
      (await runsOf(queue)).map(({ trigger }) => trigger),
      ['manual', 'schedule'],
    );
    await api.sql(`delete from sync_runs where number = 900`);
  });

  test('that is late does not start in the quiet hours, but at their end or the next time', async () => {
    const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString().slice(0, 16);
    const quiet = (inside: 'skip' | 'delay') =>
      scheduleWith({
        kind: 'times',
        times: { days: [0, 1, 2, 3, 4, 5, 6], times: [inMinutes(120).slice(11)] },
        zone: 'UTC',
        quietHours: {
          from: inMinutes(-60).slice(11),
          to: inMinutes(60).slice(11),
          days: 'every_day',
          inside,
        },
      });
    for (const [inside, minutes] of [
      ['delay', 60],
      ['skip', 120],
    ] as const) {
      const id = await given(quiet(inside));
      await makeDue(id);
      await startDueRuns();
      assert.deepEqual(await runsOf(id), []);
      const { nextRunAt } = (await connected(id)).schedule;
      assert.ok(Math.abs(Date.parse(nextRunAt) - Date.now() - minutes * 60_000) < 120_000, nextRunAt);
    }
  });

  test('of a connection without tables, or of a paused one, starts nothing', async () => {
    const [empty, paused] = [await given(hourly()), await given(hourly())];
    await api.sql(`delete from streams where source_connection_id = $1`, [empty]);
    await api.sql(`update source_connections set lifecycle = 'paused' where id = $1`, [paused]);
    for (const id of [empty, paused]) await makeDue(id);
    await startDueRuns();
    assert.deepEqual([await runsOf(empty), await runsOf(paused)], [[], []]);
    assert.ok(Date.parse((await connected(empty)).schedule.nextRunAt) > Date.now());
  });

  test('is planned again if the clock was set back far', async () => {
    const id = await given(hourly());
    const set = `update connection_schedules set next_run_at = now() + $2::interval,
      planned_at = now() + $2::interval - interval '1 hour' where source_connection_id = $1`;
    await api.sql(set, [id, '90 minutes']);
    await startDueRuns();
    const soon = Date.parse((await connected(id)).schedule.nextRunAt);
    assert.ok(soon > Date.now() + 80 * 60_000, 'a small step back doubles no run');
    await api.sql(set, [id, '400 days']);
    await startDueRuns();
    assert.ok(Date.parse((await connected(id)).schedule.nextRunAt) <= Date.now() + 3_600_000);
    assert.deepEqual(await runsOf(id), []);
  });
});

describe('after another connection', () => {
  const journey = new SourceJourney(workspace);
  const idOf = (path: string) => path.split('/').at(-1)!;

  test('a run starts when the other one’s has succeeded, and not when it has failed', async () => {
    const first = idOf(await journey.connectFiles({ 'orders.csv': 'id\n1\n' }));
    const [broken, follower, unmoved] = [await given(), await given(followerOf(first)), await given()];
    assert.equal((await save(unmoved, followerOf(broken))).status, 200);
    await journey.sync(`${base}/${first}`);
    await journey.sync(`${base}/${broken}`);
    await startDueRuns();
    const [run] = await settled(
      () => runsOf(follower),
      (runs) => runs.length === 1,
    );
    assert.deepEqual([run?.trigger, run?.startedBy], ['after', null]);
    assert.deepEqual(await runsOf(unmoved), []);
  });

  test('a run waits as long as was chosen', async () => {
    const first = idOf(await journey.connectFiles({ 'orders.csv': 'id\n1\n' }));
    const follower = await given(followerOf(first, { waitMinutes: 15 }));
    await journey.sync(`${base}/${first}`);
    const { schedule } = await connected(follower);
    assert.ok(Math.abs(Date.parse(schedule.nextRunAt) - Date.now() - 15 * 60_000) < 60_000);
  });

  test('nothing starts once that connection is deleted', async () => {
    const first = await given();
    const follower = await given(followerOf(first));
    assert.equal((await admin.delete(`${base}/${first}`)).status, 204);
    const schedule = await attributesOf(`${base}/${follower}/schedule`);
    assert.deepEqual([schedule.kind, schedule.after.sourceConnectionId], ['after', null]);
  });
});

describe('a paused connection', () => {
  const pause = (id: string) => admin.post(`${base}/${id}/pauses`, 'pauses');
  const nameOfAdmin = async () =>
    (await api.sql<{ name: string }>(`select name from users where id = $1`, [admin.userId]))[0]?.name;
  const resume = (id: string) => admin.post(`${base}/${id}/resumptions`, 'resumptions');

  test('continues an interrupted run when it is resumed, and not earlier', async () => {
    const id = await given();
    await givenActiveRun(id);
    await pause(id);
    await api.sql('update sync_runs set retry_at = now() where source_connection_id = $1', [id]);
    api.services.syncWorker.wake();
    assert.equal((await runsOf(id))[0]?.state, 'incomplete');
    await resume(id);
    await settled(
      () => runsOf(id),
      ([run]) => ['succeeded', 'failed'].includes(run!.state),
    );
  });

  test('says who paused it and when, and plans nothing until it is resumed', async () => {
    const id = await given(hourly());
    await makeDue(id);
    const paused = await pause(id);
    assert.equal(paused.status, 200, paused.text);
    const { pause: why, status, schedule } = paused.body.data.attributes;
    assert.deepEqual([why.code, why.by, status], ['person', await nameOfAdmin(), 'paused']);
    assert.ok(Math.abs(Date.parse(why.at) - Date.now()) < 60_000);
    assert.equal(schedule.nextRunAt, null);
    await startDueRuns();
    const resumed = (await resume(id)).body.data.attributes;
    assert.equal(resumed.pause, null);
    assert.ok(Date.parse(resumed.schedule.nextRunAt) > Date.now());
    assert.deepEqual(await runsOf(id), []);
  });

  test('stays as it is if it is paused again, and plans nothing when its schedule is saved', async () => {
    const id = await given();
    const first = (await pause(id)).body.data.attributes.pause;
    assert.deepEqual((await pause(id)).body.data.attributes.pause, first);
    assert.equal((await save(id, hourly())).body.data.attributes.nextRunAt, null);
    const actions = await api.sql<{ action: string }>(
      `select action from audit_events where subject_id = $1 order by at`,
      [id],
    );
    assert.deepEqual(
      actions.map(({ action }) => action),
      ['source_connection.pause', 'schedule.update'],
    );
  });
});

test('data is late once it is older than the target', async () => {
  const journey = new SourceJourney(workspace);
  const source = await journey.connectFiles({ 'orders.csv': 'id\n1\n' });
  await journey.sync(source);
  const id = source.split('/').at(-1)!;
  assert.equal((await connected(id)).lateAt, null);
  await save(id, scheduleWith({ kind: 'manual', freshnessTargetMinutes: 480 }));
  const { freshAsOf, lateAt } = await connected(id);
  assert.equal(Date.parse(lateAt) - Date.parse(freshAsOf), 480 * 60_000);
  const { body } = await admin.get(`${source}/tables`);
  assert.equal(body.data[0].attributes.lateAt, lateAt);
});

describe('runs that keep failing', () => {
  /** Gives the connection ended runs, the newest a day ago. */
  const givenRuns = (id: string, state: string, count: number, from = 1) =>
    api.sql(
      `insert into sync_runs (workspace_id, id, source_connection_id, number, state, trigger, ended_at)
       select $1, 'run_' || substr(md5($2 || n), 1, 26), $2, n, $3, 'schedule', now() - interval '1 day'
       from generate_series($4::int, $4::int + $5::int - 1) as n`,
      [workspace.id, id, state, from, count],
    );
  const givenAge = (id: string, days: number) =>
    api.sql(
      `update source_connections set created_at = now() - make_interval(days => $2), last_run_number = 500 where id = $1`,
      [id, days],
    );
  /** Starts a run, which fails, and returns the connection after it. */
  async function fail(id: string) {
    const started = await admin.post(`${base}/${id}/sync-runs`, 'sync_runs');
    assert.equal(started.status, 202, started.text);
    await settled(
      () => runsOf(id),
      ([last]) => last?.state === 'failed',
    );
    return connected(id);
  }
  const notified = async (id: string) => {
    const rows = await api.sql<{ action: string; failures: string }>(
      `select action, details ->> 'failures' as failures from audit_events
       where actor_id is null and (subject_id = $1 or subject_id in (select id from sync_runs where source_connection_id = $1))`,
      [id],
    );
    return rows.map(({ action, failures }) => `${action} ${failures}`).sort();
  };

  test('pause the connection after 30 in a row and 7 days without a success', async () => {
    const id = await given(hourly());
    await givenRuns(id, 'failed', 29);
    await givenAge(id, 8);
    const { pause, lifecycle, failedRuns, schedule } = await fail(id);
    assert.deepEqual([lifecycle, pause.code, pause.by, failedRuns], ['paused', 'auto_paused', null, 30]);
    assert.equal(schedule.nextRunAt, null);
    assert.deepEqual(await notified(id), ['source_connection.auto_pause 30', 'sync_run.fail 30']);
    // It is paused already.
    await fail(id);
    assert.deepEqual(await notified(id), [
      'source_connection.auto_pause 30',
      'sync_run.fail 30',
      'sync_run.fail 31',
    ]);
  });

  test('don’t pause it earlier: after 29, within 7 days, or if one has loaded something', async () => {
    const [few, young, loaded] = await Promise.all([given(hourly()), given(hourly()), given(hourly())]);
    await givenRuns(few!, 'failed', 28);
    await givenAge(few!, 30);
    await givenRuns(young!, 'failed', 40);
    await givenAge(young!, 6);
    await givenRuns(loaded!, 'failed', 40);
    await givenRuns(loaded!, 'partially_succeeded', 1, 41);
    await givenAge(loaded!, 30);
    for (const id of [few!, young!, loaded!]) assert.equal((await fail(id)).lifecycle, 'active');
    assert.equal((await connected(loaded!)).failedRuns, 1);
  });

  test('are warned about once after 4 and after 20, and canceled ones don’t count', async () => {
    for (const [before, warned] of [
      [2, []],
      [3, ['source_connection.keeps_failing 4']],
      [4, []],
      [19, ['source_connection.keeps_failing 20']],
    ] as const) {
      const id = await given();
      await givenRuns(id, 'failed', before);
      await givenRuns(id, 'canceled', 3, 100);
      await givenAge(id, 1);
      await fail(id);
      assert.deepEqual(await notified(id), [...warned, `sync_run.fail ${before + 1}`]);
    }
  });

  test('are over with a run that succeeds, which is told once', async () => {
    const journey = new SourceJourney(workspace);
    const source = await journey.connectFiles({ 'n.csv': 'n\n1\n' });
    const id = source.split('/').at(-1)!;
    await givenAge(id, 1);
    await givenRuns(id, 'failed', 2);
    for (let run = 0; run < 2; run += 1) assert.equal((await journey.sync(source)).state, 'succeeded');
    assert.deepEqual(await notified(id), ['sync_run.recover 0']);
  });
});

describe('a freshness target', () => {
  const TARGET = 60;
  const notified = async (id: string) => {
    const rows = await api.sql<{ details: { targetMinutes: number } }>(
      `select details from audit_events where action = 'source_connection.late' and subject_id = $1`,
      [id],
    );
    return rows.map(({ details }) => details.targetMinutes);
  };
  /** Moves the time of the connection's data, as if that much time had passed. */
  const age = (id: string, minutes: number) =>
    api.sql(
      `update table_versions set checked_at = now() - make_interval(mins => $2)
       where table_id in (select id from tables where source_connection_id = $1)`,
      [id, minutes],
    );
  const look = () => followLateness(api.services);
  const journey = new SourceJourney(workspace);
  /** Creates a synced connection. */
  async function givenSynced(choices: ScheduleChoices): Promise<string> {
    const source = await journey.connectFiles({ 'a.csv': 'id\n1\n' });
    assert.equal((await journey.sync(source)).state, 'succeeded');
    const id = source.split('/').at(-1)!;
    assert.equal((await save(id, choices)).status, 200);
    return id;
  }

  test('is missed once, and again only after the data was on time', async () => {
    const id = await givenSynced(hourly({ freshnessTargetMinutes: TARGET }));
    await age(id, TARGET - 1);
    await look();
    assert.deepEqual(await notified(id), []);
    await age(id, TARGET + 1);
    await look();
    await look();
    assert.deepEqual(await notified(id), [TARGET]);
    await age(id, 0);
    await look();
    await age(id, TARGET + 1);
    await look();
    assert.deepEqual(await notified(id), [TARGET, TARGET]);
  });

  test('isn’t missed by a paused connection, or by one without a target', async () => {
    const paused = await givenSynced(hourly({ freshnessTargetMinutes: TARGET }));
    assert.equal((await admin.post(`${base}/${paused}/pauses`, 'pauses')).status, 200);
    const open = await givenSynced(hourly());
    for (const id of [paused, open]) await age(id, 1_000);
    await look();
    assert.deepEqual([await notified(paused), await notified(open)], [[], []]);
  });
});
