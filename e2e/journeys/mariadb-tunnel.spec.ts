import {
  hasMariaDb,
  mariaDbConfiguration,
  NO_MARIADB,
  startMariaDb,
} from '@headwater/connectors/server/mysql/testing/mariadb-server';
import { SSH_PASSWORD, SSH_USER, startSshServer } from '@headwater/connectors/server/testing/ssh-server';
import {
  chooseOnly,
  field,
  openTable,
  pressTest,
  saveAndChoose,
  saveAndSync,
  synced,
} from '../pages/source.ts';
import { firstCell } from '../pages/table.ts';
import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';

test('a MariaDB behind an SSH server is connected once its host key is trusted, and synced', async ({
  page,
  product,
}) => {
  test.skip(!(await hasMariaDb()), NO_MARIADB);
  const [database, ssh] = await Promise.all([startMariaDb(), startSshServer()]);
  try {
    await database.run(
      `create table boots (id int primary key, name varchar(40)); insert into boots values (7, 'Größe 43')`,
    );
    const { port, user, password, database: name } = mariaDbConfiguration(database.port);
    const { organizationId } = await signUpWithWorkspace(page, product.address);
    await page.goto(`/w/${organizationId}/source-connections/new/connect?connector=mysql`);
    // As the SSH server knows it.
    await field(page, 'Host').fill('localhost');
    await field(page, 'Port').fill(String(port));
    await field(page, 'Database').fill(name);
    await field(page, 'User').fill(user);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('SSH tunnel').selectOption({ label: 'Through an SSH server' });
    await field(page, 'SSH host').fill('127.0.0.1');
    await field(page, 'SSH port').fill(String(ssh.port));
    await field(page, 'SSH user').fill(SSH_USER);
    await page.getByLabel('Sign in with').selectOption({ label: 'Password' });
    await page.getByLabel('SSH password', { exact: true }).fill(SSH_PASSWORD);
    await pressTest(page);
    await page.getByRole('button', { name: 'Trust this key' }).click();
    await expect(field(page, 'Host key of the SSH server')).toHaveValue(ssh.fingerprint);
    expect(ssh.signIns()).toBe(0);
    expect(await seriousFaults(page)).toEqual([]);
    await pressTest(page);
    await expect(page.getByText(`Through 127.0.0.1, whose key is ${ssh.fingerprint}`)).toBeVisible();
    await saveAndChoose(page);
    await chooseOnly(page, 'boots');
    await saveAndSync(page);
    await synced(page);
    await openTable(page, 'boots');
    await expect(await firstCell(page, 'name')).toHaveText('Größe 43');
  } finally {
    await ssh.stop();
    await database.stop();
  }
});
