import type { Letter, Letters, Mail, Template } from '../mail.ts';
import { accountDeleted } from './account-deleted.ts';
import { accountExists } from './account-exists.ts';
import { confirmEmail } from './confirm-email.ts';
import { emailChangeNotice } from './email-change-notice.ts';
import { emailChange } from './email-change.ts';
import { emailChanged } from './email-changed.ts';
import { googleConnected } from './google-connected.ts';
import { invitation } from './invitation.ts';
import { passwordChanged } from './password-changed.ts';
import { resetPassword } from './reset-password.ts';
import { resetWithoutPassword } from './reset-without-password.ts';

const templates: { readonly [T in Template]: Letters<T> } = {
  confirm_email: confirmEmail,
  account_exists: accountExists,
  reset_password: resetPassword,
  reset_without_password: resetWithoutPassword,
  password_changed: passwordChanged,
  email_change: emailChange,
  email_change_notice: emailChangeNotice,
  email_changed: emailChanged,
  google_connected: googleConnected,
  account_deleted: accountDeleted,
  invitation,
};

/** What a mail says, in its reader's language. */
export function letterOf(mail: Mail): Letter {
  const write = templates[mail.template][mail.language] as (content: Mail) => Letter;
  return write(mail);
}
