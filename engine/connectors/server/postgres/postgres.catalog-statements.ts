import { COMMENT_LETTERS } from '@headwater/protocol/source-comments';

export interface RelationRow {
  oid: number;
  schema: string;
  name: string;
  /** The relkind of pg_class: r, p, v, m, or f. */
  kind: string;
  readable: boolean;
  /** The server's estimate; null if it has none. */
  rows: number | null;
  bytes: string | null;
  /** Whether its rows say which transaction wrote them, and this user may see it. */
  versioned: boolean;
  primary_key: string[] | null;
  comment: string | null;
}

/**
 * Lists the tables, views, and foreign tables that users created: no system tables, no tables that belong to an
 * extension, and no partitions, only the partitioned table. Sizes are the catalog's estimates, because measuring them
 * would wait for locks.
 */
export const relationsStatement = (named: boolean) => `
  with recursive parts as (
    select c.oid as root, c.oid from pg_catalog.pg_class c where c.relkind = 'p' and not c.relispartition
    union all
    select parts.root, i.inhrelid from parts join pg_catalog.pg_inherits i on i.inhparent = parts.oid
  ), sizes as (
    select coalesce(parts.root, c.oid) as oid,
      sum(c.relpages::float8 + coalesce(toast.relpages, 0)) as pages,
      -- Before version 14 a table that was never looked at says 0 pages and 0 rows.
      case when bool_and(c.reltuples >= 0) and (sum(c.relpages) > 0 or sum(c.reltuples) > 0
          or pg_catalog.current_setting('server_version_num')::int >= 140000)
        then sum(c.reltuples::float8) end as rows
    from pg_catalog.pg_class c
      left join parts on parts.oid = c.oid
      left join pg_catalog.pg_class toast on toast.oid = c.reltoastrelid
    where c.relkind in ('r', 'm')
    group by 1
  ), stored as (
    select coalesce(parts.root, c.oid) as oid,
      bool_and(c.relkind = 'p' or c.relkind = 'r' and access.amname = 'heap') as is_heap
    from pg_catalog.pg_class c
      left join parts on parts.oid = c.oid
      left join pg_catalog.pg_am access on access.oid = c.relam
    where c.relkind in ('r', 'p', 'f')
    group by 1
  )
  select c.oid::int8::float8 as oid, n.nspname as schema, c.relname as name, c.relkind as kind,
    -- Privileges are NULL if the table was dropped after this snapshot. Reading it finds out what became of it.
    coalesce(pg_catalog.has_schema_privilege(n.oid, 'USAGE')
      and pg_catalog.has_any_column_privilege(c.oid, 'SELECT'), true) as readable,
    sizes.rows,
    -- Partitions are known one by one. Of tables that inherit, not even the keys are unique.
    case when stored.is_heap and (c.relkind = 'p'
        or not exists (select from pg_catalog.pg_inherits i where i.inhparent = c.oid))
      then coalesce(pg_catalog.has_table_privilege(c.oid, 'SELECT')
        or pg_catalog.has_column_privilege(c.oid, 'xmin', 'SELECT'), true)
      else false end as versioned,
    case when sizes.rows is not null
      then (sizes.pages * pg_catalog.current_setting('block_size')::int8)::int8::text end as bytes,
    (select pg_catalog.array_agg(a.attname::text order by k.position)
      from pg_catalog.pg_index i
        cross join lateral pg_catalog.unnest(i.indkey) with ordinality as k(attnum, position)
        join pg_catalog.pg_attribute a on a.attrelid = i.indrelid and a.attnum = k.attnum
      where i.indrelid = c.oid and i.indisprimary) as primary_key,
    pg_catalog.left(said.description, ${COMMENT_LETTERS}) as comment
  from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace
    left join sizes on sizes.oid = c.oid
    left join stored on stored.oid = c.oid
    left join pg_catalog.pg_description said
      on said.classoid = 'pg_catalog.pg_class'::regclass and said.objoid = c.oid and said.objsubid = 0
  where c.relkind in ('r', 'p', 'v', 'm', 'f') and not c.relispartition
    and n.nspname <> 'information_schema' and n.nspname !~ '^pg_'
    and not exists (select from pg_catalog.pg_depend d where d.deptype = 'e'
      and ((d.classid = 'pg_catalog.pg_class'::regclass and d.objid = c.oid)
        or (d.classid = 'pg_catalog.pg_namespace'::regclass and d.objid = n.oid)))
    ${named ? 'and (n.nspname, c.relname) in (select * from rows from (pg_catalog.unnest($1::text[]), pg_catalog.unnest($2::text[])) as named(schema, name))' : ''}
  order by n.nspname <> 'public', n.nspname, c.relname`;

export interface ColumnRow {
  relation: number;
  position: number;
  name: string;
  nullable: boolean;
  readable: boolean;
  source_type: string;
  type_name: string | null;
  modifier: number;
  dimensions: number;
  comment: string | null;
}

/**
 * Lists the columns of the tables in $1. For a domain, the type is its base type, and for an array, its element type.
 */
export const columnsStatement = `
  with recursive based as (
    select t.oid, t.oid as base, -1 as modifier, 0 as dimensions from pg_catalog.pg_type t where t.typtype <> 'd'
    union all
    select d.oid, based.base,
      case when d.typtypmod >= 0 then d.typtypmod else based.modifier end,
      greatest(d.typndims, based.dimensions)
    from based join pg_catalog.pg_type d on d.typtype = 'd' and d.typbasetype = based.oid
  )
  select a.attrelid::int8::float8 as relation, a.attnum::int4 as position, a.attname as name, not a.attnotnull as nullable,
    coalesce(pg_catalog.has_column_privilege(a.attrelid, a.attnum, 'SELECT'), true) as readable,
    pg_catalog.format_type(a.atttypid, a.atttypmod) as source_type,
    case when named.typnamespace = 'pg_catalog'::regnamespace then named.typname end as type_name,
    case when a.atttypmod >= 0 then a.atttypmod else based.modifier end as modifier,
    case when element.oid is null then 0 else greatest(a.attndims, based.dimensions, 1) end as dimensions,
    pg_catalog.left(said.description, ${COMMENT_LETTERS}) as comment
  from pg_catalog.pg_attribute a
    join based on based.oid = a.atttypid
    join pg_catalog.pg_type t on t.oid = based.base
    left join pg_catalog.pg_type element on element.typarray = t.oid
    left join pg_catalog.pg_description said on said.classoid = 'pg_catalog.pg_class'::regclass
      and said.objoid = a.attrelid and said.objsubid = a.attnum
    left join based as of_element on of_element.oid = element.oid
    join pg_catalog.pg_type named on named.oid = coalesce(of_element.base, t.oid)
  where a.attrelid = any($1::float8[]::int8[]::oid[]) and a.attnum > 0 and not a.attisdropped
  order by a.attrelid, a.attnum`;
