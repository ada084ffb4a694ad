import type { Letter, Letters, Sender } from '../letter.ts';
import type { Mail, Template } from '../mail.ts';
import { accountDeleted } from './account-deleted.ts';
import { accountExists } from './account-exists.ts';
import { confirmEmail } from './confirm-email.ts';
import { emailChangeNotice } from './email-change-notice.ts';
import { emailChange } from './email-change.ts';
import { emailChanged } from './email-changed.ts';
import { googleConnected } from './google-connected.ts';
import { invitation } from './invitation.ts';
import { mailTest } from './mail-test.ts';
import { notificationTest } from './notification-test.ts';
import { notification } from './notification.ts';
import { passwordChanged } from './password-changed.ts';
import { reportAlert } from './report-alert.ts';
import { reportHeld } from './report-held.ts';
import { report } from './report.ts';
import { resetPassword } from './reset-password.ts';
import { resetWithoutPassword } from './reset-without-password.ts';
import { workspaceInvitation } from './workspace-invitation.ts';
import { webhookPaused } from './webhook-paused.ts';
import { workspaceDeleted } from './workspace-deleted.ts';
import { workspaceRestored } from './workspace-restored.ts';

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
  workspace_invitation: workspaceInvitation,
  workspace_deleted: workspaceDeleted,
  workspace_restored: workspaceRestored,
  mail_test: mailTest,
  notification,
  notification_test: notificationTest,
  webhook_paused: webhookPaused,
  report,
  report_held: reportHeld,
  report_alert: reportAlert,
};

/** Returns a mail's content in its reader's language. */
export function letterOf(mail: Mail, sender: Sender): Letter {
  const write = templates[mail.template][mail.language] as (content: Mail, sender: Sender) => Letter;
  return write(mail, sender);
}
