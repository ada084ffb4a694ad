import type { SourceDatabase } from './source-database.ts';

/** Fills a shop's database, including one table in which every cell is hard to copy correctly. */
export async function fillShop(source: SourceDatabase): Promise<void> {
  await source.query(`
    create table customers (
      id integer primary key,
      name text not null,
      email text,
      joined_on date not null,
      is_regular boolean not null
    );
    insert into customers
      select n, 'Customer ' || n, case when n % 7 = 0 then null else 'customer' || n || '@example.com' end,
             date '2020-02-28' + n, n % 3 = 0
        from generate_series(1, 250) n;

    create table orders (
      id bigint primary key,
      customer_id integer not null references customers,
      amount numeric(12, 2) not null,
      placed_at timestamptz not null,
      status text not null
    );
    insert into orders
      select n, n % 250 + 1, n * 1.25, timestamptz '2024-01-01 00:00:00.123456+00' + n * interval '1 minute',
             case n % 4 when 0 then 'returned' else 'shipped' end
        from generate_series(1, 1000) n;

    create table suppliers (id integer primary key, name text not null);
    insert into suppliers values (1, 'Northbound Mills');
  `);
  await fillHardCells(source);
}

/** The hard cells in the order of their columns, as the table must show them. Null stands for SQL's NULL. */
export const hardCells = {
  id: '1',
  price: '12345678901234567890.123456789',
  account: '12345678901234567890123',
  postcode: '00420',
  moment: '2024-02-29 23:59:59.123456',
  attributes: '{"size": "XL", "weights": [1.10, 2.5]}',
  token: '0f9c1a52-7a30-4a4e-9a53-3f1d2f6d0b11',
  labels: ['red', 'a,b', 'say "hi"', null],
  missing: null,
  blank: '',
  greeting: 'Žluťoučký kůň 🐎 日本語',
  address: 'Line one\nLine "two"\twith a tab',
} as const;

async function fillHardCells(source: SourceDatabase): Promise<void> {
  await source.query(`
    create table hard_cells (
      id integer primary key,
      price numeric(38, 9),
      account numeric(23, 0),
      postcode text,
      moment timestamptz,
      attributes jsonb,
      token uuid,
      labels text[],
      missing text,
      blank text,
      greeting text,
      address text
    )`);
  const { labels, moment, ...rest } = hardCells;
  await source.query('insert into hard_cells values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)', [
    ...[rest.id, rest.price, rest.account, rest.postcode, `${moment}+00`, rest.attributes, rest.token],
    ...[labels, rest.missing, rest.blank, rest.greeting, rest.address],
  ]);
}
