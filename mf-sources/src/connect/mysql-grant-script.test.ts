import { mysqlGrantScript } from './mysql-grant-script.ts';

test('the user may read the database of the form, and no other', () => {
  expect(mysqlGrantScript({ database: 'web_shop', username: "o'neil" })).toBe(
    "create user 'o''neil'@'%' identified by '…';\n" +
      "grant select, show view on `web\\_shop`.* to 'o''neil'@'%';",
  );
});
