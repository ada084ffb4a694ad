import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '../api/errors.ts';
import { emailRules } from '../contract/ground/email.rules.ts';
import type { ErrorObject } from '../contract/ground/json-api.ts';
import { passwordRules } from '../contract/people/password.rules.ts';
import { sharedMessages } from '../messages/index.ts';
import { hasUnsavedChanges } from '../routing/unsaved-changes.ts';
import { ThemeRoot, ToastArea, uiMessages } from '../ui/index.ts';
import { EmailField, Form, FormBanner, PasswordField, SubmitButton } from './index.ts';

const rules = {
  email: emailRules,
  newPassword: passwordRules,
  confirmPassword: ({ newPassword }: { newPassword: string }) => [
    { code: 'password_too_short', message: 'differs', test: (value: string) => value === newPassword },
  ],
};

beforeAll(() => Promise.all([sharedMessages.load(), uiMessages.load()]));

const empty = { email: '', newPassword: '', confirmPassword: '' };

async function show(onSubmit: (values: typeof empty) => void | Promise<void>) {
  await act(async () =>
    render(
      <ThemeRoot>
        <Form
          initialValues={empty}
          validate={rules}
          renames={{ password: 'newPassword' }}
          onSubmit={onSubmit}
        >
          <FormBanner />
          <EmailField name="email" label="Email" />
          <PasswordField name="newPassword" label="New password" />
          <PasswordField name="confirmPassword" label="Confirm" />
          <SubmitButton pending="Sending...">Send</SubmitButton>
        </Form>
        <ToastArea />
      </ThemeRoot>,
    ),
  );
  return userEvent.setup();
}

const send = () => screen.getByRole('button', { name: 'Send' });

async function fill(user: ReturnType<typeof userEvent.setup>) {
  await user.type(screen.getByLabelText('Email'), 'mara@finch.com');
  await user.type(screen.getByLabelText('New password'), 'Correct-horse-1');
  await user.type(screen.getByLabelText('Confirm'), 'Correct-horse-1');
}

const refusal = (errors: Partial<ErrorObject>[] | undefined) =>
  new ApiError(
    422,
    errors && {
      errors: errors.map((error) => ({ status: '422', code: 'x', title: '', detail: '', ...error })),
    },
    new Headers(),
  );

test('shows no errors before the first submit, then all of them, and updates them with each change', async () => {
  const submitted = jest.fn();
  const user = await show(submitted);
  await user.type(screen.getByLabelText('Email'), 'mara');
  await user.tab();
  expect(screen.getByLabelText('Email')).not.toHaveAttribute('aria-invalid');
  await user.click(send());
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Enter a valid email address');
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription(
    'Password must be at least 12 characters long.',
  );
  expect(submitted).not.toHaveBeenCalled();
  await user.type(screen.getByLabelText('Email'), '@finch.com');
  expect(screen.getByLabelText('Email')).toBeValid();
});

test('the first invalid field has the focus after a failed submit', async () => {
  const user = await show(() => {});
  await user.type(screen.getByLabelText('Email'), 'mara@finch.com');
  await user.click(send());
  expect(screen.getByLabelText('New password')).toHaveFocus();
});

test('a rule can depend on another field', async () => {
  const user = await show(() => {});
  await fill(user);
  await user.type(screen.getByLabelText('Confirm'), 'x');
  await user.click(send());
  expect(screen.getByLabelText('Confirm')).toHaveFocus();
});

test('the button shows that the request is pending and is disabled meanwhile', async () => {
  let finish = () => {};
  const user = await show(() => new Promise((resolve) => (finish = resolve)));
  await fill(user);
  await user.click(send());
  expect(screen.getByRole('button', { name: 'Sending...' })).toBeDisabled();
  await act(async () => finish());
  expect(send()).toBeEnabled();
});

test("a server's error is shown at the field that its pointer names until the field's value changes", async () => {
  const user = await show(() => {
    throw refusal([
      { detail: 'Too common', source: { pointer: '/data/attributes/password' } },
      { detail: 'Taken', source: { pointer: '/data/attributes/email' } },
    ]);
  });
  await fill(user);
  await user.click(send());
  expect(screen.getByLabelText('Email')).toHaveFocus();
  expect(screen.getByLabelText('Email')).toHaveAccessibleDescription('Taken');
  expect(screen.getByLabelText('New password')).toHaveAccessibleDescription('Too common');
  await user.type(screen.getByLabelText('Email'), 'x');
  expect(screen.getByLabelText('Email')).toBeValid();
  expect(screen.getByLabelText('New password')).toBeInvalid();
});

test('an error that belongs to no field is shown in the banner until the next submit', async () => {
  const refusals = [refusal([{ detail: 'Sign-up is closed' }])];
  const user = await show(() => {
    const refused = refusals.pop();
    if (refused) throw refused;
  });
  await fill(user);
  await user.click(send());
  expect(screen.getByRole('alert')).toHaveTextContent('Sign-up is closed');
  await user.click(send());
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});

test('an error without an errors array is shown in the specified toast', async () => {
  const user = await show(() => {
    throw refusal(undefined);
  });
  await fill(user);
  await user.click(send());
  expect(
    await screen.findByText('Something went wrong. Please try again shortly or contact Headwater support.'),
  ).toBeVisible();
});

test('the submit button regains the focus that it lost while disabled if there is nothing to correct', async () => {
  let fail = () => {};
  const user = await show(() => new Promise((_, reject) => (fail = () => reject(refusal(undefined)))));
  await fill(user);
  await user.click(send());
  // Browsers remove the focus from a button that becomes disabled; jsdom doesn't.
  act(() => (document.activeElement as HTMLElement).blur());
  await act(async () => fail());
  expect(send()).toHaveFocus();
});

describe('what the user has entered', () => {
  test('is unsaved until it is undone', async () => {
    const user = await show(() => {});
    expect(hasUnsavedChanges()).toBe(false);
    await user.type(screen.getByLabelText('Email'), 'm');
    expect(hasUnsavedChanges()).toBe(true);
    await user.clear(screen.getByLabelText('Email'));
    expect(hasUnsavedChanges()).toBe(false);
  });

  test('is saved once a submit succeeds, and unsaved again after the next change', async () => {
    const refusals = [refusal([{ detail: 'Sign-up is closed' }])];
    const user = await show(() => {
      const refused = refusals.pop();
      if (refused) throw refused;
    });
    await fill(user);
    await user.click(send());
    await waitFor(() => expect(send()).toBeEnabled());
    expect(hasUnsavedChanges()).toBe(true);
    await user.click(send());
    await waitFor(() => expect(send()).toBeEnabled());
    expect(hasUnsavedChanges()).toBe(false);
    await user.clear(screen.getByLabelText('Email'));
    expect(hasUnsavedChanges()).toBe(true);
  });

  test('does not count as unsaved while it is being submitted', async () => {
    let finish = () => {};
    const user = await show(() => new Promise((resolve) => (finish = resolve)));
    await fill(user);
    await user.click(send());
    expect(hasUnsavedChanges()).toBe(false);
    await act(async () => finish());
  });
});

test('an invalid field in a collapsed group is revealed and gets the focus', async () => {
  await act(async () =>
    render(
      <ThemeRoot>
        <Form initialValues={{ email: '' }} validate={{ email: emailRules }} onSubmit={() => {}}>
          <details>
            <summary>More</summary>
            <EmailField name="email" label="Email" />
          </details>
          <SubmitButton pending="Sending...">Send</SubmitButton>
        </Form>
      </ThemeRoot>,
    ),
  );
  await userEvent.setup().click(send());
  await waitFor(() => expect(screen.getByLabelText('Email')).toHaveFocus());
  expect(screen.getByLabelText('Email')).toBeVisible();
});
