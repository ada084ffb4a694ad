import { collectionOf, documentOf, errorsOf, renderRoute, type Handlers } from '@headwater/shared/testing';
import { screen, waitFor, within } from '@testing-library/react';
import { routes } from '../routes.tsx';
import {
  MOUNT,
  ORGANIZATION,
  postgres,
  ROUTES,
  run,
  schedule,
  schedulePreview,
  SOURCE,
  source,
  SOURCE_PATH,
} from '../testing/fixtures.ts';

const PATH = `${SOURCE_PATH}/schedule-sync`;
const SCHEDULE = `${ROUTES.source}/schedule`;
const PREVIEW = `POST ${ROUTES.source}/schedule-previews`;
const other = {
  id: 'src_erp',
  ...source({ name: 'erp', schedule: { kind: 'interval', nextRunAt: null, version: 4 } }),
};

const open = (handlers: Handlers = {}, at = PATH) =>
  renderRoute(routes, at, {
    mount: MOUNT,
    api: {
      'GET connectors': collectionOf('connectors', [postgres]),
      [`GET ${ROUTES.sources}`]: collectionOf('source_connections', [{ id: SOURCE, ...source() }, other]),
      [`GET ${ROUTES.source}`]: documentOf('source_connections', SOURCE, source()),
      [`GET ${SCHEDULE}`]: documentOf('schedules', SOURCE, schedule()),
      [PREVIEW]: documentOf('schedule_previews', SOURCE, schedulePreview()),
      ...handlers,
    },
  });
const kind = (name: string) => screen.getByRole('radio', { name: new RegExp(name) });
const button = (name: string) => screen.getByRole('button', { name });
const sent = (call: { body: { data: { attributes: object } } | undefined } | undefined) =>
  call?.body?.data.attributes;
const invalid = (pointer: string, code: string, meta = {}) =>
  errorsOf(422, [{ code, source: { pointer: `/data/attributes/${pointer}` }, meta }]);

test('without a schedule, suggests every 6 hours and saves it as the first version', async () => {
  const unsaved = schedule({ kind: 'manual', interval: null, zone: 'UTC', version: 0, nextRunAt: null });
  const { api, user } = await open({
    [`GET ${SCHEDULE}`]: documentOf('schedules', SOURCE, unsaved),
    [`PATCH ${SCHEDULE}`]: documentOf('schedules', SOURCE, schedule()),
  });
  expect(await screen.findByText('Every 6 hours from 00:00.')).toBeInTheDocument();
  expect(kind('Every few minutes')).toBeChecked();
  expect(screen.getByText('Not scheduled yet')).toBeInTheDocument();
  await user.click(button('Save'));
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  const [call] = api.callsTo(`PATCH ${SCHEDULE}`);
  expect(call?.headers['if-match']).toBe('0');
  expect(sent(call)).toMatchObject({ kind: 'interval', interval: { minutes: 360, startingAt: '00:00' } });
});

test('each kind shows its settings, and what it says', async () => {
  const { user } = await open();
  await screen.findByText('Every 6 hours from 00:00.');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Every' }), '15 minutes');
  expect(screen.getByText('Every 15 minutes.')).toBeInTheDocument();
  expect(screen.queryByRole('combobox', { name: 'Starting at' })).not.toBeInTheDocument();
  await user.click(kind('Daily or weekly'));
  expect(screen.getByText('At 06:00, Monday through Friday.')).toBeInTheDocument();
  await user.click(button('Wednesday'));
  await user.click(button('Add a time'));
  expect(
    screen.getByText('At 06:00 and 12:00, every Monday, Tuesday, Thursday, and Friday.'),
  ).toBeInTheDocument();
  await user.click(kind('After another'));
  await user.selectOptions(screen.getByRole('combobox', { name: 'Run after' }), 'erp');
  expect(screen.getByText('Right after erp finishes successfully.')).toBeInTheDocument();
  await user.click(kind('Manually'));
  expect(screen.getByText('Only when someone chooses Sync now.')).toBeInTheDocument();
  expect(screen.getByText('1 change, not saved')).toBeInTheDocument();
});

test('a cron expression is explained, and one of Quartz is rewritten', async () => {
  const fields = { minutes: [30], hours: [2], days: [29], months: null, weekdays: null };
  const { user } = await open({
    [PREVIEW]: documentOf(
      'schedule_previews',
      SOURCE,
      schedulePreview({ cron: { expression: '30 2 29 * *', isRewritten: true, fields } }),
    ),
  });
  await user.click(await screen.findByRole('radio', { name: 'Cron' }));
  const field = screen.getByRole('textbox', { name: /Cron expression/ });
  await user.clear(field);
  await user.type(field, '0 30 2 29 * ?');
  expect(await screen.findByText('At 02:30, on day 29 of the month.')).toBeInTheDocument();
  expect(await screen.findByText('30 2 29 * *')).toBeInTheDocument();
});

test('an invalid expression is refused at its field, before it is saved', async () => {
  const meta = { field: 'hour', value: '25', min: 0, max: 23 };
  const { user } = await open({ [PREVIEW]: invalid('cron/expression', 'cron_value', meta) });
  await user.click(await screen.findByRole('radio', { name: 'Cron' }));
  expect(await screen.findByText('The hour is 25. Use a number from 0 to 23.')).toBeInTheDocument();
  expect(screen.getByRole('textbox', { name: /Cron expression/ })).toBeInvalid();
  expect(screen.getByText('1 field needs a fix')).toBeInTheDocument();
  expect(screen.getByText('The next runs show here once the schedule is valid.')).toBeInTheDocument();
  expect(button('Save')).toHaveAttribute('aria-disabled', 'true');
});

test('shows the next runs in the schedule’s zone, with what the quiet hours do to them', async () => {
  const [first, second] = schedulePreview().next;
  const { user } = await open({
    [PREVIEW]: documentOf(
      'schedule_previews',
      SOURCE,
      schedulePreview({ next: [first!, { ...second!, note: 'skipped' }], longestGapMinutes: 720 }),
    ),
  });
  const runs = within((await screen.findByText('18:00')).closest('ol')!);
  expect(runs.getByText('Today')).toBeInTheDocument();
  expect(runs.getByText('skipped, quiet hours')).toBeInTheDocument();
  expect(
    screen.getByText(/At times, 12 hours pass between two runs. The target is 8 hours./),
  ).toBeInTheDocument();
  expect(screen.getByText(/Clocks go forward on Sunday, March 28, 2027/)).toBeInTheDocument();
  await user.click(screen.getByRole('switch', { name: /certain hours/ }));
  expect(
    screen.getByText('Every 6 hours from 00:00, except between 22:00 and 05:00 on weekdays.'),
  ).toBeInTheDocument();
});

test('if someone else has changed it, says how, keeps the changes, and can save them after all', async () => {
  const { api, user } = await open({ [`PATCH ${SCHEDULE}`]: errorsOf(412, [{ code: 'version_conflict' }]) });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'If a run is still going' }), 'queue');
  api.on({
    [`GET ${SCHEDULE}`]: documentOf(
      'schedules',
      SOURCE,
      schedule({ interval: { minutes: 60, startingAt: '00:00' }, version: 2 }),
    ),
  });
  await user.click(button('Save'));
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert).toHaveTextContent('It now says: Every hour.'));
  expect(alert).toHaveTextContent('Different in yours: when it runs, what happens while a run is going.');
  expect(screen.getByRole('combobox', { name: 'If a run is still going' })).toHaveValue('queue');
  api.on({
    [`PATCH ${SCHEDULE}`]: documentOf('schedules', SOURCE, schedule({ overlap: 'queue', version: 3 })),
  });
  await user.click(button('Save mine'));
  await waitFor(() => expect(screen.queryByRole('alert')).not.toBeInTheDocument());
  expect(api.callsTo(`PATCH ${SCHEDULE}`).at(-1)?.headers['if-match']).toBe('2');
});

test('if someone else lets it follow a connection meanwhile, says which one', async () => {
  const { api, user } = await open({ [`PATCH ${SCHEDULE}`]: errorsOf(412, [{ code: 'version_conflict' }]) });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'If a run is still going' }), 'queue');
  const after = { sourceConnectionId: 'src_erp', when: 'succeeded' as const, waitMinutes: 0 };
  api.on({
    [`GET ${SCHEDULE}`]: documentOf(
      'schedules',
      SOURCE,
      schedule({ kind: 'after', interval: null, after, version: 2 }),
    ),
  });
  await user.click(button('Save'));
  const alert = await screen.findByRole('alert');
  await waitFor(() => expect(alert).toHaveTextContent('It now says: Right after erp finishes successfully.'));
});

test('a connection that can’t be followed is named, and another one is asked for', async () => {
  const { user } = await open({
    [PREVIEW]: invalid('after/sourceConnectionId', 'schedule_circle', { name: 'erp' }),
  });
  await user.click(await screen.findByRole('radio', { name: /After another connection/ }));
  expect(await screen.findByText('Choose the connection to follow.')).toBeInTheDocument();
  await user.selectOptions(screen.getByRole('combobox', { name: 'Run after' }), 'erp');
  expect(await screen.findByText(/^erp itself waits .* Choose another one\.$/)).toBeInTheDocument();
  expect(screen.getByText("What this schedule does shows here once it's valid.")).toBeInTheDocument();
});

test('Save and sync now saves, starts a run, and shows the connection', async () => {
  const { api, user, location } = await open({
    [`PATCH ${SCHEDULE}`]: documentOf('schedules', SOURCE, schedule({ overlap: 'queue', version: 2 })),
    [`POST ${ROUTES.source}/sync-runs`]: documentOf('sync_runs', 'run_8', run({ state: 'queued' }), 202),
    [`GET ${ROUTES.tables}`]: collectionOf('tables', []),
  });
  await user.selectOptions(await screen.findByRole('combobox', { name: 'If a run is still going' }), 'queue');
  await user.click(button('Save and sync now'));
  await waitFor(() => expect(location()).toBe(SOURCE_PATH));
  expect(api.callsTo(`POST ${ROUTES.source}/sync-runs`)).toHaveLength(1);
});

test('saves the same schedule for several connections, each in its own version', async () => {
  const { api, user, location } = await open(
    { [`PATCH ${SCHEDULE}`]: documentOf('schedules', SOURCE, schedule({ version: 2 })) },
    `${PATH}?also=src_erp`,
  );
  expect(await screen.findByText(/saved for shop-db and 1 more connection/)).toBeInTheDocument();
  await user.click(button('Save'));
  await waitFor(() => expect(location()).toBe(`/w/${ORGANIZATION}/source-connections`));
  const calls = api.callsTo(`PATCH ${SCHEDULE}`);
  expect(calls.map(({ path, headers }) => [path.split('/').at(-2), headers['if-match']])).toEqual([
    [SOURCE, '1'],
    ['src_erp', '4'],
  ]);
});

test('readers see the schedule, and can’t change it', async () => {
  await open({
    [`GET ${ROUTES.source}`]: documentOf(
      'source_connections',
      SOURCE,
      source({ can: { edit: false, sync: false } }),
    ),
  });
  expect(await screen.findByText('Every 6 hours from 00:00.')).toBeInTheDocument();
  expect(kind('Cron')).toBeDisabled();
  expect(screen.queryByRole('combobox', { name: 'Time zone' })).not.toBeInTheDocument();
  expect(screen.queryByRole('button', { name: 'Save' })).not.toBeInTheDocument();
});
