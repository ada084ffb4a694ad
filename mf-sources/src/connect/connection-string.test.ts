import { parseConnectionString, parseMysqlString } from './connection-string.ts';

const full = {
  host: 'shop-db',
  port: '5433',
  database: 'shop',
  user: 'reader',
  password: 'pa ss',
  sslmode: 'require',
};

test.each([
  ['a URL', 'postgres://reader:pa%20ss@shop-db:5433/shop?sslmode=require'],
  [
    'the long scheme, surrounded by spaces',
    '  postgresql://reader:pa%20ss@shop-db:5433/shop?sslmode=require \n',
  ],
  ['JDBC', 'jdbc:postgresql://shop-db:5433/shop?user=reader&password=pa%20ss&sslmode=require'],
  ['keywords', "host=shop-db port=5433 dbname=shop user=reader password='pa ss' sslmode=require"],
])('reads %s', (_, text) => {
  expect(parseConnectionString(text)).toEqual(full);
});

test.each([
  ['a URL with only a host', 'postgres://shop-db', { host: 'shop-db' }],
  ['a URL without a host, as for a local socket', 'postgres:///shop', { database: 'shop' }],
  [
    'a weaker sslmode that was chosen explicitly',
    'postgres://db?sslmode=prefer',
    { host: 'db', sslmode: 'prefer' },
  ],
  ['verify-ca as verify-full', 'postgres://db?sslmode=verify-ca', { host: 'db', sslmode: 'verify-full' }],
  ['an IPv6 host', 'postgres://[::1]:5432/shop', { host: '::1', port: '5432', database: 'shop' }],
  [
    'a password that is not URL-encoded',
    'postgres://reader:50%@b:c/d#@shop-db/shop',
    { host: 'shop-db', database: 'shop', user: 'reader', password: '50%@b:c/d#' },
  ],
  ['escapes in keywords', String.raw`user=reader password='it\'s'`, { user: 'reader', password: "it's" }],
])('reads %s', (_, text, parts) => {
  expect(parseConnectionString(text)).toEqual(parts);
});

test.each(['', 'shop-db:5432', 'mysql://root@shop-db/shop', 'https://example.com'])('rejects %j', (text) => {
  expect(parseConnectionString(text)).toBeUndefined();
});

test.each([
  [
    'mysql://reader:p%40ss#1@db.example.com:3307/shop?ssl-mode=VERIFY_IDENTITY',
    {
      host: 'db.example.com',
      port: '3307',
      database: 'shop',
      user: 'reader',
      password: 'p@ss#1',
      sslmode: 'verify-full',
    },
  ],
  [
    'jdbc:mariadb://db/shop?user=reader&sslMode=trust',
    { host: 'db', database: 'shop', user: 'reader', sslmode: 'require' },
  ],
  ['mysql+pymysql://db/shop', { host: 'db', database: 'shop' }],
  ['postgres://db/shop', undefined],
])('%s is read as one of MySQL', (text, parts) => {
  expect(parseMysqlString(text)).toEqual(parts);
});
