import { createWorkspace, enter } from '../pages/account.ts';
import { newAccount } from '../support/account.ts';
import { expect, test } from '../support/journey.ts';
import { tabTo } from '../support/keyboard.ts';

test('someone new shares a report within ten clicks, and edits it by keyboard alone', async ({
  page,
  browser,
}) => {
  const card = { name: 'Revenue over time' };
  await test.step('from signing up to a link', async () => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Sign up' }).click();
    // The form before has the same fields.
    await expect(page.getByRole('heading', { name: 'Sign up' })).toBeVisible();
    await enter(page, newAccount());
    await page.getByRole('button', { name: 'Sign up' }).click();
    await createWorkspace(page, 'Finch Outdoor');
    await page.getByRole('button', { name: 'Load sample data' }).click();
    await expect(page).toHaveURL(/source-connections\/src_/);
    await page.getByRole('link', { name: 'Reports', exact: true }).click();
    await page.getByRole('link', { name: 'Revenue overview' }).click();
    await expect(page.getByRole('region', card).getByRole('slider')).toBeVisible();
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('button', { name: 'Create link' }).click();
    const url = await page.getByRole('textbox', { name: 'New link' }).inputValue();
    const viewer = await (await browser.newContext()).newPage();
    await viewer.goto(url);
    await expect(viewer.getByRole('region', card).getByRole('slider')).toBeVisible();
    await viewer.context().close();
    await page.keyboard.press('Escape');
  });

  await test.step('a card is moved and the report saved without a pointer', async () => {
    await page.reload();
    await expect(page.getByRole('region', card).getByRole('slider')).toBeVisible();
    await tabTo(page, page.getByRole('link', { name: 'Edit', exact: true }));
    await page.keyboard.press('Enter');
    const handle = page.getByRole('button', { name: 'Move Revenue', exact: true });
    await expect(handle).toBeVisible();
    await tabTo(page, handle);
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Revenue dropped: column 2, row 1/)).toBeAttached();
    await tabTo(page, page.getByRole('button', { name: 'Save', exact: true }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'More about this report' })).toBeVisible();
    await expect(page.getByText('Revenue overview is saved')).toBeVisible();
  });
});
