import { seriousFaults } from '../support/accessibility.ts';
import { signUpWithWorkspace } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import { synced } from '../pages/source.ts';

test('a report is made of a chart and a note, edited, and brought back as it was', async ({
  page,
  product,
}) => {
  const { organizationId } = await signUpWithWorkspace(page, product.address);
  await page.goto(`/w/${organizationId}/source-connections`);
  await page.getByRole('button', { name: 'Load sample data' }).click();
  await synced(page);
  const table = `${new URL(page.url()).pathname.replace('source-connections', 'data')}/orders`;
  const chart = page.getByRole('main').getByRole('slider');

  await test.step('a chart becomes the first card of a new report', async () => {
    await page.goto(`${table}?tab=chart&x=status:12`);
    await expect(chart).toBeVisible();
    await page.getByRole('button', { name: 'Add to report' }).click();
    await page.getByRole('button', { name: 'Add to a new report' }).click();
    await page.getByRole('link', { name: 'Open report' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Number of rows by status' })).toBeVisible();
    await expect(chart).toBeVisible();
  });

  await test.step('a note is dragged above the chart, and survives a reload before it is saved', async () => {
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByRole('button', { name: 'Add a card', exact: true }).click();
    const panel = page.getByRole('complementary');
    await panel.getByRole('button', { name: 'Text', exact: true }).hover();
    const card = (await page.getByRole('region', { name: 'Number of rows by status' }).boundingBox())!;
    const bring = async () => {
      await page.mouse.down();
      await page.mouse.move(card.x + 20, card.y + 20, { steps: 8 });
      await expect(page.getByText('Drops here, 3 wide')).toBeVisible();
    };
    await bring();
    await page.keyboard.press('Escape');
    await expect(page.getByText('Drops here, 3 wide')).toBeHidden();
    await page.mouse.up();
    await panel.getByRole('button', { name: 'Text', exact: true }).hover();
    await bring();
    expect(await seriousFaults(page)).toEqual([]);
    await page.mouse.up();
    await expect(panel.getByRole('heading', { name: 'Card', exact: true })).toBeFocused();
    await panel.getByRole('textbox', { name: 'Title' }).fill('What changed');
    await panel.getByRole('textbox', { name: 'Text' }).fill('**Boots** carried the quarter.');
    await expect(page.getByRole('region', { name: 'What changed' })).toContainText('Boots carried');
    expect(await seriousFaults(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(panel).toBeHidden();
    await page.reload();
    await expect(page.getByRole('region', { name: 'What changed' })).toContainText('Boots carried');
    expect(await seriousFaults(page)).toEqual([]);

    // In a low window, a drag reaches what is below it.
    await page.setViewportSize({ width: 1440, height: 420 });
    const scrolled = () => page.evaluate<number>('document.documentElement.scrollTop');
    await page.getByRole('button', { name: 'Move What changed' }).hover();
    const before = await scrolled();
    await page.mouse.down();
    await page.mouse.move(600, 410, { steps: 4 });
    await expect.poll(scrolled).toBeGreaterThan(before + 100);
    await page.mouse.move(600, 2, { steps: 4 });
    await expect.poll(scrolled).toBe(0);
    await page.keyboard.press('Escape');
    await page.mouse.up();
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('button', { name: 'More about this report' })).toBeVisible();
    const note = page.getByRole('region', { name: 'What changed' });
    await expect(note).toContainText('Boots carried');
    const [top, below] = [await note.boundingBox(), await chart.boundingBox()];
    expect(top!.y + top!.height).toBeLessThan(below!.y);
  });

  await test.step('the first version is brought back', async () => {
    await page.getByRole('button', { name: 'More about this report' }).click();
    await page.getByRole('menuitem', { name: 'Versions' }).click();
    const drawer = page.getByRole('dialog', { name: 'Versions' });
    await drawer.getByRole('button', { name: 'Restore version 1' }).click();
    await expect(drawer.getByText('restored version 1')).toBeVisible();
    await drawer.getByRole('button', { name: 'Close' }).click();
    await expect(drawer).toBeHidden();
    await expect(page.getByRole('region', { name: 'What changed' })).toBeHidden();
    await expect(chart).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });

  await test.step('the rows of a saved query become a card, which follows the query', async () => {
    const report = new URL(page.url()).pathname;
    const status = `select status, count(*) as orders from orders group by status order by orders desc`;
    await page.goto(`/w/${organizationId}/data-tools/sql-editor?${new URLSearchParams({ sql: status })}`);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const form = page.getByRole('dialog', { name: 'Save the query' });
    await form.getByRole('textbox', { name: 'Name' }).fill('Orders by status');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Run', exact: true }).click();
    await page.getByRole('button', { name: 'Add to report' }).click();
    await page.getByRole('button', { name: 'Number of rows by status', exact: true }).click();
    await page.getByRole('link', { name: 'Open report' }).click();
    await expect(page).toHaveURL(new RegExp(`${report}$`));
    const card = page.getByRole('region', { name: 'Orders by status' });
    await expect(card.getByRole('columnheader', { name: 'orders' })).toBeVisible();
    await expect(card.getByText('delivered')).toBeVisible();
    expect(await seriousFaults(page)).toEqual([]);
  });
});
