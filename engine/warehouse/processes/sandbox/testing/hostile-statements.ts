/** SQL that must never reach anything but the tables of its workspace, for the gate's tests. */

const STATEMENTS = `
  insert into orders values (1) | insert into orders select 1 returning * | update orders set id = 1 | delete from orders
  delete from orders returning * | truncate orders | merge into orders using orders o on false when matched then delete
  with gone as (delete from orders returning *) select * from gone | with made as (insert into orders values (1)) select 1
  create table made as select 1 | create temp table made (a int) | create or replace view orders as select 1
  create macro made() as 1 | create function made() as table select 1 | create type mood as enum ('a') | create schema made
  create sequence made | create index made on orders (id) | create secret made (type s3) | create persistent secret made (type s3)
  drop table orders | drop view orders | drop schema main cascade | alter table orders rename to others
  alter view orders rename to others | comment on table orders is 'x' | attach '/tmp/other.duckdb' | attach ':memory:' as other
  attach 'http://127.0.0.1/x.duckdb' (read_only) | detach memory | use memory | use other
  copy orders to '/tmp/out.csv' | copy (select 1) to '/tmp/out.parquet' (format parquet) | copy orders from '/etc/passwd'
  copy orders to '/dev/stdout' | copy from database memory to other | export database '/tmp/out' | import database '/tmp/out'
  install httpfs | install httpfs from 'http://127.0.0.1' | force install httpfs | load httpfs | load '/tmp/evil.duckdb_extension'
  update extensions | set memory_limit = '100GB' | set global threads = 100 | set enable_external_access = true
  set session search_path = 'other' | set variable canary = 1 | reset memory_limit | reset variable canary
  pragma database_list | pragma enable_profiling | pragma memory_limit='1TB' | pragma version | pragma table_info('orders')
  call pragma_version() | call duckdb_settings() | call read_text('/etc/passwd') | call enable_logging() | checkpoint
  force checkpoint | vacuum | vacuum analyze orders | analyze | begin | begin transaction | commit | rollback
  prepare made as select 1 | execute made | execute made(1) | deallocate made | explain select 1 | explain analyze select 1
  show databases | show tables | show all tables | show schemas | show variables | describe
  select 1; drop table orders | select 1; select 2 | ;;select 1; set threads = 4 | -- nothing | /* nothing */ | ;
  from query('select 1') | from query_table('orders') | from query_table(['orders', 'customers'])
  pivot orders on id using sum(total) | select * from (pivot orders on id using sum(total))
  select * from orders at (version => 1) | select ? | select $1 | select nextval('made')
`;

/** Calls that must not happen, with arguments that they accept. */
const CALLS = `
  read_text('/etc/passwd') | read_blob('CANARY') | read_csv('CANARY') | read_csv_auto('CANARY') | read_json('CANARY')
  read_json_auto('CANARY') | read_json_objects('CANARY') | read_ndjson('CANARY') | read_ndjson_auto('CANARY')
  read_parquet('CANARY') | parquet_scan('CANARY') | parquet_metadata('CANARY') | parquet_schema('CANARY')
  parquet_file_metadata('CANARY') | parquet_kv_metadata('CANARY') | read_duckdb('CANARY') | sniff_csv('CANARY') | glob('/*')
  glob('/etc/*') | query('select 42') | query_table('orders') | json_execute_serialized_sql(json_serialize_sql('select 42'))
  sql_auto_complete('sel') | seq_scan('orders') | duckdb_databases() | duckdb_settings() | duckdb_tables() | duckdb_views()
  duckdb_columns() | duckdb_functions() | duckdb_logs() | duckdb_secrets() | duckdb_temporary_files() | duckdb_memory()
  duckdb_extensions() | duckdb_variables() | duckdb_external_file_cache() | pragma_database_size() | pragma_storage_info('orders')
  pragma_table_info('orders') | pragma_show('orders') | pragma_metadata_info() | pragma_version() | pragma_platform()
  pragma_user_agent() | enable_logging() | disable_logging() | enable_profiling() | truncate_duckdb_logs() | checkpoint()
  force_checkpoint() | which_secret('x', 's3') | pg_timezone_names() | icu_calendar_names() | test_all_types()
  test_vector_types(1) | repeat_row(1, num_rows := 9) | arrow_scan(1, 1, 1) | summary('orders')
`;

/** Values that must not be computed. */
const VALUES = `
  getvariable('canary') | current_setting('memory_limit') | current_setting('temp_directory') | current_query()
  current_database() | current_schemas(true) | current_schema() | version() | write_log('x') | sleep_ms(9) | pg_sleep(9)
  stats(1) | txid_current() | current_connection_id() | nextval('made') | currval('made') | in_search_path('memory', 'main')
  json_serialize_sql('select 1') | json_serialize_plan('select 1') | json_deserialize_sql('{}') | vector_type(1)
  get_block_size('memory') | pg_get_viewdef(1) | create_sort_key(1, 'asc') | icu_sort_key('a', 'de') | finalize('a'::blob)
  combine('a'::blob, 'b'::blob) | parse_duckdb_log_message('a', 'b') | read_text('CANARY') | system.main.read_text('CANARY')
  main.current_setting('memory_limit') | system.main.current_setting('threads') | pg_catalog.pg_sleep(1) | other.main.abs(1)
  icu_collate_de('a') | "GETVARIABLE"('canary') | Current_Setting('threads') | 'threads'.current_setting() | no_such_function(1)
`;

/** Tables that aren't the workspace's. */
const TABLES = `
  '/etc/passwd' | 'CANARY' | "CANARY" | '/proc/self/environ' | 'x.csv' | 'x.parquet' | '*.json' | 'http://127.0.0.1/x.csv'
  's3://bucket/x.parquet' | 'file:///etc/passwd' | '../../other.duckdb' | duckdb_settings | duckdb_databases | duckdb_tables
  duckdb_logs | duckdb_secrets | sqlite_master | sqlite_schema | pragma_database_list | information_schema.tables
  information_schema.columns | information_schema.schemata | pg_catalog.pg_class | pg_class | pg_settings | pg_tables
  pg_catalog.pg_database | memory.main.secrets | system.information_schema.tables | temp.main.x | main.secrets
  other.orders | "Other shop".orders | h0.main.data | v1.main.data | no_such_table
`;

const cases = (text: string) =>
  text
    .split(/[|\n]/)
    .map((one) => one.trim())
    .filter(Boolean);

/** Everywhere that a value can stand. */
const AROUND_VALUES: readonly ((value: string) => string)[] = [
  (value) => `select ${value}`,
  (value) => `select id from orders where ${value} is not null`,
  (value) => `select id from orders order by ${value}`,
  (value) => `select id from orders limit (select ${value})`,
  (value) => `select count(*) filter (where ${value} is null) from orders`,
  (value) => `select sum(id) over (partition by ${value} order by ${value}) from orders`,
  (value) => `select * from orders join customers on ${value} is null`,
  (value) => `select list_transform([1], lambda x: ${value})`,
  (value) => `select id from orders group by id having max(${value}) is null`,
  (value) => `with a as (select ${value} as b) select * from a`,
  (value) => `values (1, ${value})`,
  (value) => `select case when true then ${value} end, [${value}], {'a': ${value}}`,
  (value) => `select exists (select 1 where ${value} is null)`,
  (value) => `select * from unnest([${value}])`,
  (value) => `select * from orders, lateral (select ${value})`,
  (value) => `select * replace (${value} as id) from orders`,
  (value) => `select cast(${value} as varchar) || 'x' collate nocase`,
  (value) => `summarize select ${value}`,
  (value) => `pivot (select ${value} as a, 1 as b) on b in (1) using max(a)`,
  (value) => `select distinct on (${value}) id from orders qualify row_number() over (order by ${value}) = 1`,
];

const AROUND_TABLES: readonly ((table: string) => string)[] = [
  (table) => `select * from ${table}`,
  (table) => `from ${table}`,
  (table) => `select * from orders join ${table} on true`,
  (table) => `select (select count(*) from ${table})`,
  (table) => `select 1 where exists (from ${table})`,
  (table) => `with a as (from ${table}) select * from a`,
  (table) => `with recursive a(n) as (select 1 union all select n + 1 from a, ${table} where n < 2) from a`,
  (table) => `select * from orders union all by name select * from ${table}`,
  (table) => `select id from orders limit (select count(*) from ${table})`,
  (table) => `select * from orders, lateral (from ${table})`,
  (table) => `summarize from ${table}`,
  (table) => `describe from ${table}`,
  (table) => `unpivot (from ${table}) on columns(*)`,
  (table) => `select count(*) filter (where 1 in (select 1 from ${table})) from orders`,
  // Names of a statement's own hide nothing where they aren't known.
  (table) => `select * from ${table}, (with abc as (select 1) from abc)`,
];

/** All of them. `canary` is the path of a file that must not be read. */
export function hostileStatements(canary: string): string[] {
  const all = [
    ...cases(STATEMENTS),
    ...cases(VALUES).flatMap((value) => AROUND_VALUES.map((around) => around(value))),
    ...[...cases(CALLS), ...cases(TABLES)].flatMap((table) => AROUND_TABLES.map((around) => around(table))),
  ];
  return all.map((statement) => statement.replaceAll('CANARY', canary));
}

/** Returns a statement that is written differently, and may no longer be one. `pick` returns a number below its argument. */
function mutated(statement: string, pick: (below: number) => number): string {
  const at = pick(statement.length + 1);
  const [before, after] = [statement.slice(0, at), statement.slice(at)];
  switch (pick(12)) {
    case 0:
      return [...statement].map((letter) => (pick(2) ? letter.toUpperCase() : letter)).join('');
    case 1:
      return statement.replaceAll(' ', () => ['\n', '\t', '/**/', ' -- x\n', '  ', '\r\n'][pick(6)]!);
    case 2:
      return `${before}${after.slice(1)}`;
    case 3:
      return `${before}${String.fromCharCode(32 + pick(95))}${after}`;
    case 4:
      return `select * from (${statement}) as a`;
    case 5:
      return `with b as (select 1) ${statement}`;
    case 6:
      return `${statement} union all ${statement}`;
    case 7:
      return statement.replace(/\b([a-z_]+)\(/g, (_, name: string) => `"${name}"(`);
    case 8:
      return statement.replace(/\b([a-z_]+)\(/g, (_, name: string) => `main.${name}(`);
    case 9:
      return statement.replaceAll(/'([^']*)'/g, (_, text: string) => `$a$${text}$a$`);
    case 10:
      return `${before}${['\u00a0', '\u200b', '\0', '\ufeff', '\ud800', '；', "''", '$$'][pick(8)]}${after}`;
    default:
      return `select (select ${pick(2) ? '1' : 'id'} from (${statement}) limit 1), * from orders;`;
  }
}

/** Endless, the same for the same seed: statements that are written differently in up to three ways. */
export function* mutations(canary: string, seed: number): Generator<string, never> {
  const statements = hostileStatements(canary);
  const pick = random(seed);
  for (;;) {
    let sql = statements[pick(statements.length)]!;
    for (let times = pick(3); times >= 0; times -= 1) sql = mutated(sql, pick);
    yield sql;
  }
}

/** Mulberry32: returns the same numbers for the same seed. */
function random(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}
