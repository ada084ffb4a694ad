/**
 * An executable that speaks the Airbyte protocol, or, with `--tap` as its first argument, Singer. The configuration’s
 * `behavior` makes it misbehave while it reads.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';

const args = process.argv.slice(2);
const isTap = args[0] === '--tap';
const verb = args.includes('--discover')
  ? 'discover'
  : isTap
    ? 'read'
    : (args[0] as 'spec' | 'check' | 'discover' | 'read');
const file = (option: string) => {
  const at = args.indexOf(option);
  return at === -1 ? null : (JSON.parse(readFileSync(args[at + 1]!, 'utf8')) as Record<string, unknown>);
};
const say = (message: unknown) => process.stdout.write(`${JSON.stringify(message)}\n`);
const config = (file('--config') ?? {}) as {
  password?: string;
  behavior?: string;
  rows?: number;
  notes?: string;
};
const rows = config.rows ?? 5_000;

const specification = {
  type: 'object',
  required: ['password'],
  properties: {
    password: { type: 'string', title: 'Password', airbyte_secret: true, order: 0 },
    rows: { type: 'integer', title: 'Rows', minimum: 0, default: 5_000, order: 1 },
    behavior: { type: 'string', title: 'Behavior', order: 2 },
    notes: { type: 'string', title: 'Notes file', order: 3 },
  },
};

const schema = {
  type: 'object',
  description: 'What there is to count.',
  properties: {
    n: { type: 'integer', description: 'The number.' },
    word: { type: ['null', 'string'] },
    more: { type: ['null', 'object'] },
    updated_at: { type: 'string', format: 'date-time' },
  },
};
const streams = ['numbers', 'letters'].map((name) => ({
  name,
  json_schema: schema,
  supported_sync_modes: name === 'numbers' ? ['full_refresh', 'incremental'] : ['full_refresh'],
  source_defined_primary_key: [['n']],
  default_cursor_field: ['updated_at'],
}));
const tapStreams = streams.map(({ name }) => ({
  tap_stream_id: `main-${name}`,
  stream: name,
  schema,
  metadata: [
    {
      breadcrumb: [],
      metadata: {
        'table-key-properties': ['n'],
        'valid-replication-keys': name === 'numbers' ? ['updated_at'] : [],
      },
    },
    { breadcrumb: ['properties', 'word'], metadata: { inclusion: 'available' } },
  ],
}));

const record = (stream: string, n: number) => {
  const data = {
    n,
    word: n % 10 === 9 ? null : `word ${n}`,
    more: { half: n / 2 },
    updated_at: new Date(Date.UTC(2026, 0, 1) + n * 1_000).toISOString(),
  };
  say(
    isTap
      ? { type: 'RECORD', stream, record: data }
      : { type: 'RECORD', record: { stream, data, emitted_at: 0 } },
  );
};

const wantsAccess = () => config.password === 'pässword "quoted" 1' || config.password === 'secret';

const VERBS = {
  spec: () => void say({ type: 'SPEC', spec: { connectionSpecification: specification } }),
  check: () => {
    say({ type: 'LOG', log: { level: 'INFO', message: 'checking' } });
    process.stdout.write('a line that is no message\n');
    const status = wantsAccess() ? 'SUCCEEDED' : 'FAILED';
    say({ type: 'CONNECTION_STATUS', connectionStatus: { status, message: `refused ${config.password}` } });
  },
  discover: () => {
    if (isTap && !wantsAccess()) {
      process.stderr.write(`Traceback\nValueError: refused ${config.password}\n`);
      process.exit(1);
    }
    if (isTap) process.stdout.write(JSON.stringify({ streams: tapStreams }, null, 2));
    else say({ type: 'CATALOG', catalog: { streams } });
  },
  read,
};

function read(): void {
  interface Chosen {
    stream: { name: string } | string;
    sync_mode?: string;
    replication_method?: string;
  }
  const [chosen] = (file('--catalog') ?? file('--properties'))!.streams as Chosen[];
  const name = typeof chosen!.stream === 'string' ? chosen!.stream : chosen!.stream.name;
  const isIncremental = chosen!.sync_mode === 'incremental' || chosen!.replication_method === 'INCREMENTAL';
  if (isTap) say({ type: 'SCHEMA', stream: name, schema, key_properties: ['n'] });
  if (config.behavior) return misbehave(config.behavior, name);
  const given = JSON.stringify(file('--state') ?? {});
  const from = isIncremental ? Number(/"seen":(\d+)/.exec(given)?.[1] ?? 0) : 0;
  for (let n = from; n < rows; n += 1) record(name, n);
  const state = { seen: rows };
  say(
    isTap
      ? { type: 'STATE', value: state }
      : {
          type: 'STATE',
          state: { type: 'STREAM', stream: { stream_descriptor: { name }, stream_state: state } },
        },
  );
}

const note = (text: string) => {
  if (config.notes) appendFileSync(config.notes, `${text}\n`);
};

function misbehave(behavior: string, name: string): void {
  note(String(process.pid));
  switch (behavior) {
    case 'unknown stream':
      return record('others', 1);
    case 'half a message':
      process.stdout.write('{"type":"RECORD","record":{"stream"\n');
      return;
    case 'endless line':
      return flood(process.stdout, 'x'.repeat(1024 ** 2));
    case 'flood of lines':
      return flood(process.stdout, `${'noise '.repeat(1_000)}\n`);
    case 'flood of errors':
      for (let n = 0; n < 200; n += 1) process.stderr.write('noise '.repeat(10_000));
      return record(name, 1);
    case 'crash':
      record(name, 1);
      process.stderr.write(`${'Traceback '.repeat(200)}\nit broke with ${config.password}\n`, () =>
        process.exit(3),
      );
      return;
    case 'report':
      say({
        type: 'TRACE',
        trace: {
          type: 'ERROR',
          error: { message: `no access with ${config.password}`, failure_type: 'config_error' },
        },
      });
      return;
    case 'ignore the end':
      process.on('SIGTERM', () => note('asked to end'));
      note('ready');
      record(name, 1);
      setInterval(() => record(name, 2), 20);
      return;
    case 'fork': {
      const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
      note(String(child.pid));
      record(name, 1);
      child.unref();
      return;
    }
    case 'memory': {
      const kept: Buffer[] = [];
      for (let n = 0; n < 1_000; n += 1) kept.push(Buffer.alloc(16 * 1024 ** 2, n));
      return record(name, kept.length);
    }
    case 'disk':
      for (let n = 0; n < 8; n += 1) writeFileSync(`part-${n}`, Buffer.alloc(16 * 1024 ** 2, 1));
      setInterval(() => undefined, 1_000);
      return;
    case 'silence':
      setInterval(() => undefined, 1_000);
      return;
    case 'environment':
      note(JSON.stringify({ ...process.env, uid: process.getuid?.() }));
      return record(name, 1);
  }
}

/** Goes on for as long as somebody takes it. */
function flood(stream: NodeJS.WriteStream, text: string): void {
  if (!stream.destroyed) stream.write(text, (error) => (error ? undefined : flood(stream, text)));
}

VERBS[verb]();
