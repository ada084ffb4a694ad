/** The kind of a refusal. HTTP has a status for each (`http/status-of.ts`). */
export type RefusalKind =
  | 'malformed'
  | 'unauthenticated'
  | 'forbidden'
  | 'missing'
  | 'not_allowed'
  | 'too_slow'
  | 'conflict'
  | 'gone'
  | 'outdated'
  | 'too_large'
  | 'unsupported'
  | 'invalid'
  | 'unconditional'
  | 'limited'
  | 'headers_too_large'
  | 'internal'
  | 'unavailable'
  | 'timed_out'
  | 'full';

/**
 * Every error that the API can return: its kind, its title, and its detail in English. `{name}` in a detail
 * is filled from the error's `values`, which the screen receives as `meta` for its own language. Each module
 * adds its codes in its own block. Once shipped, a code keeps its meaning.
 */
interface CatalogEntry {
  readonly kind: RefusalKind;
  readonly title: string;
  readonly detail: string;
}

export const refusalCatalog = {
  // The request itself
  body_malformed: { kind: 'malformed', title: 'Malformed body', detail: 'The body is not valid JSON.' },
  body_duplicate_key: {
    kind: 'malformed',
    title: 'Malformed body',
    detail: 'The body names the key "{key}" twice.',
  },
  body_forbidden_key: {
    kind: 'malformed',
    title: 'Malformed body',
    detail: 'The body uses the reserved key "{key}".',
  },
  body_too_deep: {
    kind: 'malformed',
    title: 'Malformed body',
    detail: 'The body is nested more than {levels} levels deep.',
  },
  body_too_many_values: {
    kind: 'malformed',
    title: 'Malformed body',
    detail: 'The body holds more than {count} values.',
  },
  request_malformed: {
    kind: 'malformed',
    title: 'Malformed request',
    detail: 'The request could not be read.',
  },
  credentials_ambiguous: {
    kind: 'malformed',
    title: 'Ambiguous credentials',
    detail: 'Send either the session cookie or a bearer token, not both.',
  },
  token_in_url: {
    kind: 'malformed',
    title: 'Token in the URL',
    detail:
      'Send the token in the Authorization header: Authorization: Bearer hw_sa_… URLs end up in logs, so replace this token.',
  },
  token_required: {
    kind: 'unauthenticated',
    title: 'Token required',
    detail:
      'Send a service account’s token in the Authorization header: Authorization: Bearer hw_sa_… Someone who manages service accounts can create one.',
  },
  method_not_allowed: {
    kind: 'not_allowed',
    title: 'Method not allowed',
    detail: 'This address takes {methods} requests only.',
  },
  token_unknown: {
    kind: 'unauthenticated',
    title: 'Unknown token',
    detail: 'There is no such token. Check that it was copied completely.',
  },
  token_expired: {
    kind: 'unauthenticated',
    title: 'Token expired',
    detail: 'This token has expired. Someone who manages service accounts can create a new one.',
  },
  token_revoked: {
    kind: 'unauthenticated',
    title: 'Token revoked',
    detail: 'This token has been revoked. Someone who manages service accounts can create a new one.',
  },
  service_account_disabled: {
    kind: 'unauthenticated',
    title: 'Service account disabled',
    detail: 'The service account of this token is disabled.',
  },
  token_not_accepted: {
    kind: 'forbidden',
    title: 'Not for service accounts',
    detail: 'Service accounts can’t do this. What they can do is in the API’s documentation.',
  },
  token_right_missing: {
    kind: 'forbidden',
    title: 'Right missing',
    detail:
      'This service account doesn’t have the right {right}. Someone who manages service accounts can add it.',
  },
  token_elsewhere: {
    kind: 'forbidden',
    title: 'Not from this address',
    detail:
      'This service account can’t be used from {address}. Someone who manages service accounts can add the address.',
  },
  scope_outdated: {
    kind: 'forbidden',
    title: 'Row filter outdated',
    detail:
      'The rows of this table can’t be told apart anymore, because it has changed. Someone who manages service accounts can change the row filter.',
  },
  network_invalid: {
    kind: 'invalid',
    title: 'Not a network',
    detail: '“{name}” is neither an IP address nor a network. Write it like 203.0.113.7 or 10.1.0.0/16.',
  },
  scope_filter_unfit: {
    kind: 'invalid',
    title: 'Row filter doesn’t fit',
    detail: 'The row filter of {name} doesn’t fit its columns. Choose them again.',
  },
  too_many_token_requests: {
    kind: 'limited',
    title: 'Too many requests at once',
    detail: 'A service account can have {most} requests running at once. Wait until one has ended.',
  },
  service_account_name_taken: {
    kind: 'invalid',
    title: 'Name taken',
    detail: 'There is already a service account with this name.',
  },
  too_many_service_accounts: {
    kind: 'invalid',
    title: 'Too many service accounts',
    detail: 'A workspace can have up to {most} service accounts. Delete one that nobody uses.',
  },
  webhook_url_invalid: {
    kind: 'invalid',
    title: 'Invalid URL',
    detail: 'Enter a URL that begins with https://, without a user, a password, or a fragment',
  },
  webhook_host_not_found: {
    kind: 'invalid',
    title: 'Host not found',
    detail: 'There is no server named {host}. Check the URL.',
  },
  webhook_address_denied: {
    kind: 'invalid',
    title: 'Address denied',
    detail: '{host} is in a network that this installation may not connect to. The operator can allow it.',
  },
  channel_field_unfit: {
    kind: 'invalid',
    title: 'Field of another kind',
    detail: 'A webhook has a URL, and email has recipients.',
  },
  channel_url_missing: { kind: 'invalid', title: 'URL missing', detail: 'Enter the URL of the receiver.' },
  channel_recipients_missing: {
    kind: 'invalid',
    title: 'Recipients missing',
    detail: 'Choose a member, or enter an address.',
  },
  channel_member_unknown: {
    kind: 'invalid',
    title: 'Not a member',
    detail: 'One of these people isn’t a member of the workspace anymore.',
  },
  channel_name_taken: {
    kind: 'invalid',
    title: 'Name taken',
    detail: 'There is already a channel with this name.',
  },
  too_many_channels: {
    kind: 'invalid',
    title: 'Too many channels',
    detail: 'A workspace can have up to {most} channels. Delete one that nobody needs.',
  },
  channel_has_no_secret: {
    kind: 'conflict',
    title: 'No secret',
    detail: 'Only webhooks are signed with a secret.',
  },
  mail_is_off: {
    kind: 'conflict',
    title: 'Email is off',
    detail: 'This installation doesn’t send email. Its operator can set it up.',
  },
  too_many_tokens: {
    kind: 'invalid',
    title: 'Too many tokens',
    detail: 'A service account can have up to {most} tokens that work. Revoke one that nobody uses.',
  },
  token_ended: {
    kind: 'conflict',
    title: 'Token has ended',
    detail: 'This token doesn’t work anymore, so it can be neither replaced nor revoked.',
  },
  scope_unknown: {
    kind: 'invalid',
    title: 'Unknown data',
    detail: 'There is no {name} here, or it has been deleted.',
  },
  body_too_large: {
    kind: 'too_large',
    title: 'Body too large',
    detail: 'The body is larger than this request allows.',
  },
  headers_too_large: {
    kind: 'headers_too_large',
    title: 'Headers too large',
    detail: 'The URL and headers of the request are larger than 16 KiB.',
  },
  request_timeout: {
    kind: 'too_slow',
    title: 'Request timed out',
    detail: 'The request took too long to arrive.',
  },
  media_type_unsupported: {
    kind: 'unsupported',
    title: 'Unsupported media type',
    detail: 'Send Content-Type: {expected}, without parameters.',
  },
  field_required: { kind: 'invalid', title: 'Missing field', detail: 'This field is required.' },
  field_unknown: { kind: 'invalid', title: 'Unknown field', detail: 'This field is not known here.' },
  field_invalid: { kind: 'invalid', title: 'Invalid value', detail: 'This value {fault}.' },
  cursor_invalid: {
    kind: 'invalid',
    title: 'Invalid cursor',
    detail: 'This page cursor was not made by this list.',
  },
  query_unreadable: {
    kind: 'invalid',
    title: 'Unreadable query',
    detail: 'This filter or sort is not written as documented, or is too long.',
  },
  sql_view_name_taken: {
    kind: 'invalid',
    title: 'Name taken',
    detail: 'This workspace already has a view with this name.',
  },
  too_many_sql_views: {
    kind: 'invalid',
    title: 'Too many views',
    detail: 'A workspace can have up to {most} views. Delete one that nobody uses.',
  },
  sql_view_parameter: {
    kind: 'invalid',
    title: 'Parameter in a view',
    detail: 'A view has no parameters. Put a value in place of {name}.',
  },
  sql_view_follows_query: {
    kind: 'conflict',
    title: 'View of a saved query',
    detail: 'This view follows the saved query {name}. Change that query instead.',
  },
  sql_view_circular: {
    kind: 'invalid',
    title: 'View of itself',
    detail: 'The view would read itself, through {name}.',
  },
  sql_view_too_large: {
    kind: 'too_large',
    title: 'View too large',
    detail: 'The view would have more than 10 million rows, or need more storage than is left.',
  },
  view_not_restorable: {
    kind: 'conflict',
    title: 'A view can’t be restored',
    detail: 'A view shows what its query makes of the current tables. Change its query instead.',
  },
  built_in_not_restorable: {
    kind: 'conflict',
    title: 'This table can’t be restored',
    detail: 'Headwater makes this table, so it always shows what is known now.',
  },
  view_name_taken: {
    kind: 'invalid',
    title: 'Name taken',
    detail: 'This table has a view with this name already.',
  },
  too_many_views: {
    kind: 'invalid',
    title: 'Too many views',
    detail: 'A table can have up to {most} views. Delete one that nobody uses.',
  },
  too_many_reports: {
    kind: 'invalid',
    title: 'Too many reports',
    detail: 'A workspace can have up to {most} reports. Delete one that nobody uses.',
  },
  report_id_taken: {
    kind: 'invalid',
    title: 'ID taken',
    detail: '{id} occurs twice as the ID of a part of the report.',
  },
  report_card_too_wide: {
    kind: 'invalid',
    title: 'Card too wide',
    detail: 'The card {card} doesn’t fit into the 12 columns of the report.',
  },
  report_card_without_measure: {
    kind: 'invalid',
    title: 'Nothing to measure',
    detail: 'The card {card} has to measure something: only tables show rows.',
  },
  report_card_unknown: {
    kind: 'invalid',
    title: 'Unknown card',
    detail: 'The report has no card {id} that could be filtered.',
  },
  report_parameter_unknown: {
    kind: 'invalid',
    title: 'Unknown parameter',
    detail: 'The query of this card has no parameter {name}.',
  },
  report_parameter_missing: {
    kind: 'invalid',
    title: 'Filter without a value',
    detail: 'Choose a value in the filter {filter}: this card needs one.',
  },
  report_parameter_single: {
    kind: 'invalid',
    title: 'Several values',
    detail: 'This card takes one value of the filter {filter}, which has {count}.',
  },
  report_parameter_separator: {
    kind: 'invalid',
    title: 'Separator in a value',
    detail: 'A value of the filter {filter} contains “{separator}”, which separates values in this card.',
  },
  report_parameter_unfit: {
    kind: 'invalid',
    title: 'Unfit filter',
    detail: 'This card takes a value of the filter {filter}, not a range or a condition.',
  },
  too_many_share_links: {
    kind: 'invalid',
    title: 'Too many links',
    detail: 'A report can have up to {most} links. Revoke one that nobody uses.',
  },
  too_many_alerts: {
    kind: 'invalid',
    title: 'Too many alerts',
    detail: 'A report can have up to {most} alerts. Delete one that nobody needs.',
  },
  alert_card_unfit: {
    kind: 'invalid',
    title: 'This card can’t be watched',
    detail: 'Choose a card with one number, or with values over time that nothing else divides.',
  },
  alert_measure_unknown: {
    kind: 'invalid',
    title: 'Unknown measure',
    detail: 'The card doesn’t compute this measure. Choose one of its own.',
  },
  alert_clear_wrong: {
    kind: 'invalid',
    title: 'Wrong end',
    detail: 'The value at which an alert ends can’t be one that triggers it.',
  },
  too_many_subscriptions: {
    kind: 'invalid',
    title: 'Too many subscriptions',
    detail: 'A report can have up to {most} subscriptions. Delete one that nobody needs.',
  },
  subscription_others: {
    kind: 'forbidden',
    title: 'Only for yourself',
    detail: 'You can subscribe yourself. Ask an editor or an admin to send the report to others.',
  },
  subscription_not_yours: {
    kind: 'forbidden',
    title: 'Not your subscription',
    detail: 'Only its owner, editors, and admins can change this subscription.',
  },
  subscription_member_unknown: {
    kind: 'invalid',
    title: 'Not a member',
    detail: 'Somebody whom you chose isn’t a member of this workspace. Choose others.',
  },
  unsubscribe_link_invalid: {
    kind: 'missing',
    title: 'This link doesn’t work',
    detail: 'Open the link in the email again, or unsubscribe on the report itself.',
  },
  report_mail_failed: {
    kind: 'conflict',
    title: 'The email wasn’t sent',
    detail:
      'The mail server didn’t take the email. Try again later, or ask the operator of this installation.',
  },
  report_mail_unwritable: {
    kind: 'conflict',
    title: 'The email wasn’t written',
    detail:
      'We couldn’t write this email, which is our fault, not the mail server’s. Tell the operator of this installation.',
  },
  share_link_gone: {
    kind: 'missing',
    title: 'Nothing is shared here',
    detail: 'This link doesn’t work. It may have ended. Ask whoever sent it for a new one.',
  },
  share_password_required: {
    kind: 'forbidden',
    title: 'Password required',
    detail: 'This report has a password. Enter it to see the report.',
  },
  share_password_wrong: {
    kind: 'invalid',
    title: 'Wrong password',
    detail: 'That’s not the password. Check it, or ask whoever sent the link.',
  },
  share_card_unfit: {
    kind: 'invalid',
    title: 'Nothing to show',
    detail: 'This card can’t be shown right now. Tell whoever shared the report.',
  },
  share_filters_locked: {
    kind: 'forbidden',
    title: 'Filters are locked',
    detail: 'This link doesn’t let viewers change the filters.',
  },
  share_value_not_offered: {
    kind: 'forbidden',
    title: 'Value not offered',
    detail: 'This link doesn’t offer this value of the filter {filter}.',
  },
  report_table_unknown: {
    kind: 'invalid',
    title: 'Unknown table',
    detail: 'There is no table {table} in this workspace.',
  },
  report_version_gone: {
    kind: 'invalid',
    title: 'Version not kept',
    detail: 'Version {version} of this report isn’t kept anymore.',
  },
  setup_name_taken: {
    kind: 'invalid',
    title: 'Name taken',
    detail: 'This tool already has a setup with this name.',
  },
  too_many_setups: {
    kind: 'invalid',
    title: 'Too many setups',
    detail: 'A workspace can have up to {most} setups of a tool. Delete one that nobody uses.',
  },
  tool_runs_reached: {
    kind: 'conflict',
    title: 'Too many runs',
    detail: '{most} runs of this workspace are already waiting. Wait for them, or cancel one.',
  },
  tool_run_ended: { kind: 'conflict', title: 'Already ended', detail: 'This run has already ended.' },
  tool_table_gone: {
    kind: 'invalid',
    title: 'Table is gone',
    detail: 'A table that this reads was deleted. Choose another one.',
  },
  compare_same_version: {
    kind: 'invalid',
    title: 'Twice the same',
    detail: 'Both sides are the same version of the same table. Choose another table or another version.',
  },
  compare_column_twice: {
    kind: 'invalid',
    title: 'Column twice',
    detail: '{column} is compared twice. Leave one of them out.',
  },
  join_table_unusable: {
    kind: 'invalid',
    title: 'Table has no columns here',
    detail: 'A column has to be of a table that is joined before and whose rows stay. Choose another column.',
  },
  flatten_column_unfit: {
    kind: 'invalid',
    title: 'Not JSON',
    detail: '{column} holds neither JSON nor text. Choose another column.',
  },
  flatten_no_items: {
    kind: 'invalid',
    title: 'No array',
    detail: 'A part of an item needs an array whose items become rows. Choose one, or leave this part out.',
  },
  built_name_twice: {
    kind: 'invalid',
    title: 'Name taken',
    detail: 'Two columns are called {name}. Give one of them another name.',
  },
  tool_result_too_large: {
    kind: 'too_large',
    title: 'Result too large',
    detail: 'The result is too large to keep. Choosing fewer columns may help.',
  },
  owner_unknown: {
    kind: 'invalid',
    title: 'Unknown owner',
    detail: 'The owner has to be a member of this workspace.',
  },
  query_column_unknown: {
    kind: 'invalid',
    title: 'Unknown column',
    detail: 'The table has no column {column}.',
  },
  query_column_lost: {
    kind: 'invalid',
    title: 'Column without values',
    detail: 'The source no longer has the column {column}, so no row has a value there. Choose another one.',
  },
  query_column_misspelled: {
    kind: 'invalid',
    title: 'Unknown column',
    detail: 'The table has no column {column}. Did you mean {nearest}?',
  },
  query_shape_unfit: {
    kind: 'invalid',
    title: 'Column does not fit',
    detail: 'The column {column} can’t be used for this: its type doesn’t allow it.',
  },
  query_breakout_unfit: {
    kind: 'invalid',
    title: 'Column does not fit',
    detail: 'Rows can’t be grouped by {column} in this way: the type of the column doesn’t allow it.',
  },
  query_empty: {
    kind: 'invalid',
    title: 'Nothing to show',
    detail: 'The query shows no column. Choose at least one.',
  },
  query_too_many_breakouts: {
    kind: 'invalid',
    title: 'Too many columns',
    detail: 'Rows can be grouped by up to {most} columns.',
  },
  query_aggregate_unfit: {
    kind: 'invalid',
    title: 'Column does not fit',
    detail: '{agg} can’t be computed of {column}: the type of the column doesn’t allow it.',
  },
  query_calculation_unfit: {
    kind: 'invalid',
    title: 'Calculation does not fit',
    detail:
      '{name} can’t be computed. Shares and running totals need a count or a sum, and running totals and changes need periods or ranges as the first breakout.',
  },
  query_name_unknown: {
    kind: 'invalid',
    title: 'Unknown name',
    detail: 'Nothing in the query that could be used here is called {name}.',
  },
  query_name_taken: {
    kind: 'invalid',
    title: 'Name taken',
    detail: '{name} occurs twice as the name of a result.',
  },
  query_condition_unfit: {
    kind: 'invalid',
    title: 'Condition does not fit',
    detail: 'The condition on {column} has an operator or a value that does not fit the type of this column.',
  },
  if_match_invalid: {
    kind: 'invalid',
    title: 'Invalid If-Match',
    detail: 'If-Match must contain the version as a number.',
  },
  version_required: {
    kind: 'unconditional',
    title: 'Version required',
    detail: 'Send the version that you edit in If-Match.',
  },
  version_conflict: {
    kind: 'outdated',
    title: 'Changed by someone else',
    detail: 'This has been changed since you opened it. Reload it and try again.',
  },
  idempotency_key_invalid: {
    kind: 'invalid',
    title: 'Invalid Idempotency-Key',
    detail: 'Idempotency-Key takes 1 to 200 printable characters.',
  },
  idempotency_key_reused: {
    kind: 'invalid',
    title: 'Idempotency-Key reused',
    detail: 'This Idempotency-Key was used for another request.',
  },
  idempotency_in_flight: {
    kind: 'conflict',
    title: 'Still in progress',
    detail: 'The first request with this Idempotency-Key is still in progress.',
  },

  // The caller
  not_signed_in: { kind: 'unauthenticated', title: 'Not signed in', detail: 'Log in to continue.' },
  csrf_refused: {
    kind: 'forbidden',
    title: 'Request refused',
    detail: 'This request did not come from the product: {check}.',
  },
  permission_denied: { kind: 'forbidden', title: 'Not allowed', detail: 'Your role does not allow this.' },
  not_found: {
    kind: 'missing',
    title: 'Not found',
    detail: "This doesn't exist, or you don't have access to it.",
  },
  rate_limited: {
    kind: 'limited',
    title: 'Too many requests',
    detail: 'Too many requests. Try again in {seconds} seconds.',
  },
  too_many_streams: {
    kind: 'limited',
    title: 'Too many streams',
    detail: 'You have {most} event streams open already.',
  },
  password_queue_full: {
    kind: 'limited',
    title: 'Too many requests',
    detail: 'Too many people are logging in right now. Try again in {seconds} seconds.',
  },

  too_many_waiting: {
    kind: 'limited',
    title: 'Too many requests',
    detail: 'You or your workspace already have many requests waiting. Try again in {seconds} seconds.',
  },
  installation_busy: {
    kind: 'unavailable',
    title: 'Busy',
    detail: 'This installation is busy. Try again in {seconds} seconds.',
  },

  // Identity
  credentials_invalid: {
    kind: 'unauthenticated',
    title: 'Login failed',
    detail: 'Email or password is incorrect.',
  },
  email_invalid: { kind: 'invalid', title: 'Invalid email', detail: 'Enter a valid email address' },
  email_taken: {
    kind: 'invalid',
    title: 'Email taken',
    detail: 'An account with this email address already exists. Log in instead.',
  },
  sign_up_closed: {
    kind: 'invalid',
    title: 'Sign-up restricted',
    detail: 'Sign-up is limited to email addresses from {domains}.',
  },
  sign_up_by_invitation: {
    kind: 'invalid',
    title: 'Sign-up restricted',
    detail: 'Sign-up is by invitation only.',
  },
  invitation_invalid: {
    kind: 'invalid',
    title: 'Invalid invitation',
    detail: 'This invitation is no longer valid. Ask for a new one.',
  },
  invitation_expired: {
    kind: 'gone',
    title: 'Invitation expired',
    detail: 'This invitation has expired. Ask for a new one.',
  },
  invitation_canceled: {
    kind: 'gone',
    title: 'Invitation canceled',
    detail:
      'This invitation has been canceled or replaced by a newer one. Use the newest link, or ask for one.',
  },
  invitation_workspace_gone: {
    kind: 'gone',
    title: 'Workspace deleted',
    detail: 'The workspace of this invitation has been deleted. Ask whoever invited you.',
  },
  invitation_accepted: {
    kind: 'gone',
    title: 'Invitation already accepted',
    detail: 'This invitation has already been accepted. Log in with the account that accepted it.',
  },
  invitation_other_address: {
    kind: 'forbidden',
    title: 'Invitation for another address',
    detail: 'This invitation is for {email}. Use the account with that address.',
  },
  invited_twice: { kind: 'invalid', title: 'Address given twice', detail: '{email} is in the list twice.' },
  already_member: { kind: 'invalid', title: 'Already a member', detail: '{name} is already a member.' },
  already_invited: {
    kind: 'invalid',
    title: 'Already invited',
    detail: '{email} is already invited. Resend that invitation instead.',
  },
  too_many_invitations: {
    kind: 'invalid',
    title: 'Too many invitations',
    detail: 'A workspace can have up to {most} open invitations. Cancel some first.',
  },
  mail_off: {
    kind: 'conflict',
    title: 'No mail',
    detail: 'This installation doesn’t send email. Copy the link and pass it on yourself.',
  },
  own_role: {
    kind: 'forbidden',
    title: 'Your own role',
    detail: 'Nobody changes their own role. Another admin can change yours.',
  },
  own_membership: {
    kind: 'forbidden',
    title: 'Your own membership',
    detail: 'To remove yourself, leave the workspace in its general settings.',
  },
  last_member: {
    kind: 'conflict',
    title: 'Last member',
    detail: 'You’re the only member. Delete the workspace instead of leaving it.',
  },
  email_unconfirmed: {
    kind: 'forbidden',
    title: 'Email not confirmed',
    detail: 'Confirm your email address first: open the link we sent to it.',
  },
  email_unchanged: { kind: 'invalid', title: 'Same email', detail: 'This is already your email address.' },
  code_invalid: {
    kind: 'invalid',
    title: 'Invalid link',
    detail: 'This link is not valid. Open the full link from the most recent email.',
  },
  code_expired: {
    kind: 'invalid',
    title: 'Link expired',
    detail: 'This link has expired. Request a new one.',
  },
  code_used: { kind: 'invalid', title: 'Link used', detail: 'This link has already been used.' },
  password_wrong: { kind: 'invalid', title: 'Wrong password', detail: 'This is not your current password.' },
  google_token_invalid: {
    kind: 'invalid',
    title: 'Sign-in expired',
    detail: 'This Google sign-in has expired. Try again.',
  },
  google_account_unknown: {
    kind: 'invalid',
    title: 'No account',
    detail: "There's no account for this Google account yet. Sign up first.",
  },
  google_link_required: {
    kind: 'conflict',
    title: 'Account exists',
    detail:
      'An account with this email address already exists. Log in with your password, then connect Google in your profile.',
  },
  google_account_taken: {
    kind: 'conflict',
    title: 'Google account in use',
    detail: 'This Google account is already connected to another account.',
  },
  google_only_way_in: {
    kind: 'conflict',
    title: 'Only way in',
    detail: 'Your account has no password: without Google you could no longer log in.',
  },
  demo_code_invalid: {
    kind: 'invalid',
    title: 'Invalid demo code',
    detail: 'This demo link has expired or was used too often. Ask for a new one.',
  },
  demo_forbidden: {
    kind: 'forbidden',
    title: 'Not in the demo',
    detail: 'The demo does not allow this. Sign up for an account of your own.',
  },
  name_required: { kind: 'invalid', title: 'Missing name', detail: 'Enter your name' },
  name_too_long: { kind: 'invalid', title: 'Invalid name', detail: "Can't be more than 80 characters long" },
  time_zone_unknown: {
    kind: 'invalid',
    title: 'Unknown time zone',
    detail: "This time zone doesn't exist.",
  },
  currency_unknown: {
    kind: 'invalid',
    title: 'Unknown currency',
    detail: "This currency doesn't exist. Give its ISO 4217 code, such as EUR.",
  },
  name_characters: {
    kind: 'invalid',
    title: 'Invalid name',
    detail: "Can't contain line breaks or control characters",
  },
  workspace_name_mismatch: {
    kind: 'invalid',
    title: 'Other name',
    detail:
      'This is not the name of the workspace. Enter it as it is written, to be sure that it is the right one.',
  },
  email_mismatch: {
    kind: 'invalid',
    title: 'Other email',
    detail: 'This is not the email address of your account.',
  },
  log_in_again: {
    kind: 'forbidden',
    title: 'Log in again',
    detail: 'You logged in a while ago. Log out and in again, then try again.',
  },
  reauthentication_required: {
    kind: 'forbidden',
    title: 'Confirm your identity',
    detail: 'Enter your password again: you signed in more than 15 minutes ago.',
  },
  last_admin: {
    kind: 'conflict',
    title: 'Last admin',
    detail: "You're the only admin of {workspaces}. Make someone else an admin there first.",
  },
  password_required: { kind: 'invalid', title: 'Missing password', detail: 'Password is required' },
  password_too_short: {
    kind: 'invalid',
    title: 'Weak password',
    detail: 'Password must be at least 12 characters long.',
  },
  password_too_long: {
    kind: 'invalid',
    title: 'Password too long',
    detail: 'Password must be at most 1,024 bytes long.',
  },
  password_needs_uppercase: {
    kind: 'invalid',
    title: 'Weak password',
    detail: 'Password must contain at least one uppercase letter.',
  },
  password_needs_number: {
    kind: 'invalid',
    title: 'Weak password',
    detail: 'Password must contain at least one number.',
  },
  password_common: {
    kind: 'invalid',
    title: 'Weak password',
    detail: 'This password is too common. Choose another one.',
  },
  password_names_product: {
    kind: 'invalid',
    title: 'Weak password',
    detail: "Password can't contain the product's name.",
  },
  password_names_workspace: {
    kind: 'invalid',
    title: 'Weak password',
    detail: "Password can't contain the name of one of your workspaces.",
  },

  // Organizations and events
  workspace_name_too_short: {
    kind: 'invalid',
    title: 'Invalid name',
    detail: 'Must be at least 4 characters long',
  },
  workspace_name_too_long: {
    kind: 'invalid',
    title: 'Invalid name',
    detail: "Can't be more than 30 characters long",
  },
  workspace_name_first_letter: { kind: 'invalid', title: 'Invalid name', detail: 'Must start with a letter' },
  workspace_name_characters: {
    kind: 'invalid',
    title: 'Invalid name',
    detail: 'Can only contain letters a-z, numbers or spaces',
  },
  event_unknown: { kind: 'invalid', title: 'Unknown event', detail: "This event doesn't exist." },

  // Source connections, syncs and tables
  secret_needed: {
    kind: 'invalid',
    title: 'Secret needed',
    detail: 'Enter this again: settings that decide who receives it have changed.',
  },
  upload_unknown: {
    kind: 'invalid',
    title: 'Unknown upload',
    detail: 'This file is no longer here. Upload it again.',
  },
  file_name_invalid: {
    kind: 'invalid',
    title: 'Invalid file name',
    detail:
      'A file name must have 1 to 200 characters, without slashes, line breaks, and control characters.',
  },
  upload_too_large: {
    kind: 'too_large',
    title: 'File too large',
    detail: 'Files can be up to {gigabytes} GB.',
  },
  upload_broken: {
    kind: 'malformed',
    title: 'Upload interrupted',
    detail: 'The upload was interrupted. Try again.',
  },
  disk_full: {
    kind: 'full',
    title: 'Disk full',
    detail: 'The disk of this installation is full. Ask its operator to free up space.',
  },
  storage_quota_reached: {
    kind: 'too_large',
    title: 'Storage quota reached',
    detail:
      'This workspace has reached its storage quota of {gigabytes} GB. Delete a source that you no longer need, or ask your operator for more.',
  },
  upload_quota_reached: {
    kind: 'conflict',
    title: 'Too many files',
    detail:
      'This workspace already has {limit} uploaded files, the most that are allowed. Delete a source that you no longer need, or ask your operator for more.',
  },
  connection_quota_reached: {
    kind: 'conflict',
    title: 'Too many sources',
    detail:
      'This workspace already has {limit} sources, the most that are allowed. Delete one that you no longer need, or ask your operator for more.',
  },
  workspace_quota_reached: {
    kind: 'conflict',
    title: 'Too many workspaces',
    detail:
      'You already belong to {limit} workspaces, the most that are allowed. Ask your operator for more.',
  },
  upload_duplicate: {
    kind: 'invalid',
    title: 'Duplicate file',
    detail: 'This file is already in the list.',
  },
  export_not_json: {
    kind: 'invalid',
    title: 'Not JSON',
    detail: 'This file is not valid JSON: see line {line}, column {column}.',
  },
  export_duplicate_key: {
    kind: 'invalid',
    title: 'Duplicate field',
    detail: 'The file has the field {key} twice in the same place.',
  },
  export_unknown: {
    kind: 'invalid',
    title: 'Not an exported connection',
    detail: 'This file is not an exported connection.',
  },
  export_format_unknown: {
    kind: 'invalid',
    title: 'Unknown format',
    detail: 'The file has format {format}. This installation can read format {known}.',
  },
  export_too_large: {
    kind: 'too_large',
    title: 'File too large',
    detail: 'An exported connection can be up to {megabytes} MB.',
  },
  export_has_secret: {
    kind: 'invalid',
    title: 'Secret in the file',
    detail: 'This is a secret. Remove it from the file, and enter it when you import the file.',
  },
  export_duplicate_stream: {
    kind: 'invalid',
    title: 'Duplicate table',
    detail: 'The file has the table {stream} twice.',
  },
  export_stream_without_file: {
    kind: 'invalid',
    title: 'Unknown table',
    detail: 'No uploaded file in this export belongs to the table {stream}.',
  },
  connector_unknown: {
    kind: 'invalid',
    title: 'Unknown connector',
    detail: 'This installation has no connector {connector}.',
  },
  stream_unknown: {
    kind: 'invalid',
    title: 'Unknown table',
    detail: 'The source has no table {table}. Refresh the list of tables.',
  },
  sync_mode_unsupported: {
    kind: 'invalid',
    title: 'Unsupported sync mode',
    detail: 'This source can’t find changed rows on its own. Its tables are always read as a whole.',
  },
  sync_modes_incompatible: {
    kind: 'invalid',
    title: 'Sync modes don’t go together',
    detail: 'Rows that are read this way can’t be kept that way.',
  },
  column_unknown: {
    kind: 'invalid',
    title: 'Unknown column',
    detail: 'The table has no column {column}. Refresh the list of tables.',
  },
  key_needed: {
    kind: 'invalid',
    title: 'Key needed',
    detail: 'Choose the columns that identify a row.',
  },
  cursor_needed: {
    kind: 'invalid',
    title: 'Cursor needed',
    detail: 'Choose the column by which new and changed rows are found.',
  },
  cursor_without_order: {
    kind: 'invalid',
    title: 'Column can’t be a cursor',
    detail: '{column} is of type {type}. A cursor is a whole number, a date, or a time.',
  },
  start_needs_cursor: {
    kind: 'invalid',
    title: 'Cursor needed',
    detail: 'A start needs a cursor. Choose the column that it applies to.',
  },
  start_invalid: {
    kind: 'invalid',
    title: 'Invalid start',
    detail: 'This isn’t a value of {column}, which is of type {type}.',
  },
  condition_unusable: {
    kind: 'invalid',
    title: 'Unusable condition',
    detail: '{column} is of type {type} and can’t be compared like this. Choose another comparison.',
  },
  condition_value_invalid: {
    kind: 'invalid',
    title: 'Invalid value',
    detail: 'Enter a value that fits {column}, which is of type {type}.',
  },
  mask_on_key: {
    kind: 'invalid',
    title: 'Column can’t be masked',
    detail: '{column} is part of the key or the cursor, so it’s needed as it is.',
  },
  no_columns_left: {
    kind: 'invalid',
    title: 'No columns left',
    detail: 'Keep at least one column.',
  },
  too_many_selected: {
    kind: 'invalid',
    title: 'Too many tables',
    detail: 'You can select up to {count} tables.',
  },
  no_tables_selected: {
    kind: 'invalid',
    title: 'No table selected',
    detail: 'Select at least one table before you sync.',
  },
  connection_deleted: {
    kind: 'conflict',
    title: 'Connection deleted',
    detail:
      'This connection was deleted. Tables that were kept can be read and deleted, but no longer changed.',
  },
  upload_in_use: {
    kind: 'conflict',
    title: 'File is used',
    detail: 'A connection reads this file. Remove it there.',
  },
  table_in_use: {
    kind: 'conflict',
    title: 'Table is still synced',
    detail: 'This table is still synced. Deselect it first, or wait until its run has ended.',
  },
  table_not_selected: {
    kind: 'invalid',
    title: 'Table not selected',
    detail: 'Only selected tables are synced. Select this one first.',
  },
  other_run_active: {
    kind: 'conflict',
    title: 'Another run is active',
    detail: 'A run that reads something else is active. Wait until it ends, or cancel it.',
  },
  schema_change_decided: {
    kind: 'conflict',
    title: 'Already decided',
    detail: 'Someone has decided about this change by now, or the source has changed again.',
  },
  schema_change_needs_settings: {
    kind: 'conflict',
    title: 'Other settings needed',
    detail: 'This table’s key, cursor, or filter no longer fits its columns. Change its settings first.',
  },
  run_ended: { kind: 'conflict', title: 'Run has ended', detail: 'This run has already ended.' },
  cron_field_count: {
    kind: 'invalid',
    title: 'Invalid expression',
    detail: 'A cron expression has five fields: minute, hour, day, month, and weekday. This one has {count}.',
  },
  cron_value: {
    kind: 'invalid',
    title: 'Invalid expression',
    detail: 'The {field} is {value}. Use a number from {min} to {max}.',
  },
  cron_unreadable: {
    kind: 'invalid',
    title: 'Invalid expression',
    detail: "The {field} can't be read: {value}.",
  },
  cron_quartz_only: {
    kind: 'invalid',
    title: 'Invalid expression',
    detail: "The {field} is {value}, which cron's five fields can't express.",
  },
  cron_seconds: {
    kind: 'invalid',
    title: 'Invalid expression',
    detail: 'The seconds are {value}. Runs start on the minute: use 0.',
  },
  cron_year: {
    kind: 'invalid',
    title: 'Invalid expression',
    detail: 'The year is {value}. Schedules run in every year: use *.',
  },
  schedule_too_often: {
    kind: 'invalid',
    title: 'Too often',
    detail: 'This runs more often than every {minutes} minutes.',
  },
  schedule_never_runs: {
    kind: 'invalid',
    title: 'Never runs',
    detail: 'This never runs: no date matches it.',
  },
  schedule_always_quiet: {
    kind: 'invalid',
    title: 'Never runs',
    detail: 'Every run falls into the quiet hours, so none would start.',
  },
  quiet_hours_empty: {
    kind: 'invalid',
    title: 'Invalid quiet hours',
    detail: "The quiet hours can't end when they begin.",
  },
  schedule_circle: {
    kind: 'invalid',
    title: 'Circle',
    detail: '{name} itself waits for this connection, directly or through others. Choose another one.',
  },
  held_version_gone: {
    kind: 'conflict',
    title: 'Already decided',
    detail:
      'This version is no longer on hold: someone has decided about it, or a newer sync has replaced it.',
  },
  table_not_synced: {
    kind: 'conflict',
    title: 'Not synced yet',
    detail: 'This table has no rows yet. Sync it first.',
  },
  version_not_kept: {
    kind: 'conflict',
    title: 'Version no longer kept',
    detail: 'Version {version} of this table is no longer kept. Reload the list of versions.',
  },
  version_unmasked: {
    kind: 'conflict',
    title: 'Masked since',
    detail:
      'Version {version} shows values that have been masked since ({columns}), so it can no longer be read or restored.',
  },
  version_damaged: {
    kind: 'conflict',
    title: 'Version damaged',
    detail:
      'The file of version {version} is missing or was altered on disk. Restore an earlier version, or sync again.',
  },
  version_gone: {
    kind: 'gone',
    title: 'Version gone',
    detail: 'The version that this page belongs to is no longer kept. Reload the table.',
  },
  diff_timed_out: {
    kind: 'timed_out',
    title: 'Comparison timed out',
    detail: 'Comparing these versions took longer than {minutes} minutes and was stopped.',
  },
  diff_too_large: {
    kind: 'too_large',
    title: 'Comparison too large',
    detail: 'These versions can’t be compared, because that needs more memory than this installation allows.',
  },
  query_too_large: {
    kind: 'too_large',
    title: 'Query too large',
    detail: 'This needs more memory than this installation allows. Fewer columns or rows may help.',
  },
  row_exports_reached: {
    kind: 'conflict',
    title: 'Too many exports',
    detail: 'You already have {limit} exports in this workspace. Delete one of them first.',
  },
  export_not_streamed: {
    kind: 'too_large',
    title: 'Too large to stream',
    detail: 'Files of this format with more than {rows} rows are prepared in the background.',
  },
  query_overflow: {
    kind: 'invalid',
    title: 'Number too large',
    detail: 'A result has more digits than any type of number can hold.',
  },
  currencies_mixed: {
    kind: 'invalid',
    title: 'Several currencies',
    detail:
      'These amounts are in several currencies, which can’t be added up. Filter by one of them, or group by currency.',
  },
  query_timed_out: {
    kind: 'timed_out',
    title: 'Query timed out',
    detail: 'This took too long and was stopped.',
  },

  // SQL
  sql_empty: { kind: 'invalid', title: 'No query', detail: 'There is no query to run.' },
  sql_several: {
    kind: 'invalid',
    title: 'Several statements',
    detail: 'Only one query runs at a time. Remove what follows the semicolon.',
  },
  sql_not_a_query: {
    kind: 'invalid',
    title: 'Not a query',
    detail: 'Only queries run here: SELECT, WITH, FROM, VALUES, DESCRIBE, or SUMMARIZE.',
  },
  sql_pivot_open: {
    kind: 'invalid',
    title: 'PIVOT without values',
    detail: 'PIVOT needs the values that become columns. Add IN (…) after ON.',
  },
  sql_syntax: { kind: 'invalid', title: 'Syntax error', detail: '{message}' },
  sql_failed: { kind: 'invalid', title: 'Query failed', detail: '{message}' },
  sql_refused: {
    kind: 'invalid',
    title: 'Query refused',
    detail: 'The query reaches for something that isn’t a table of this workspace.',
  },
  sql_function_refused: {
    kind: 'invalid',
    title: 'Function not available',
    detail: 'There is no function {name} here.',
  },
  sql_not_supported: {
    kind: 'invalid',
    title: 'Not supported',
    detail: 'A query can’t use this here: {name}.',
  },
  sql_too_many_columns: {
    kind: 'invalid',
    title: 'Too many columns',
    detail: 'A result has {most} columns at most. Name those that you need.',
  },
  sql_parameter_unnamed: {
    kind: 'invalid',
    title: 'Parameter without a name',
    detail: 'Give each parameter a name, such as $since.',
  },
  sql_parameter_missing: {
    kind: 'invalid',
    title: 'Parameter without a value',
    detail: 'The parameter {name} needs a value.',
  },
  sql_parameter_unfit: {
    kind: 'invalid',
    title: 'Parameter of another type',
    detail: 'The value of the parameter {name} has to be of the kind {kind}.',
  },
  sql_table_unknown: {
    kind: 'invalid',
    title: 'Unknown table',
    detail: 'There is no table {name} in this workspace.',
  },
  sql_table_ambiguous: {
    kind: 'invalid',
    title: 'Ambiguous table',
    detail: 'Several connections have a table {name}. Put the name of one in front of it: {schemas}.',
  },
  sql_table_not_synced: {
    kind: 'invalid',
    title: 'Table not synced',
    detail: 'The table {name} hasn’t been synced yet.',
  },
  sql_timed_out: {
    kind: 'timed_out',
    title: 'Query timed out',
    detail: 'The query was stopped after {seconds} seconds.',
  },
  sql_too_large: {
    kind: 'too_large',
    title: 'Query too large',
    detail: 'The query needs more memory than this installation allows.',
  },
  saved_query_name_taken: {
    kind: 'invalid',
    title: 'Name taken',
    detail: 'This workspace has a saved query with this name already.',
  },
  too_many_saved_queries: {
    kind: 'invalid',
    title: 'Too many queries',
    detail: 'A workspace can have up to {most} saved queries. Delete one that nobody uses.',
  },

  // Ours
  internal_error: {
    kind: 'internal',
    title: 'Internal error',
    detail: 'Something went wrong on our side. It was recorded under this request ID.',
  },
  unavailable: {
    kind: 'unavailable',
    title: 'Unavailable',
    detail: 'Headwater is starting or stopping. Try again shortly.',
  },
} as const satisfies Record<string, CatalogEntry>;

export type ErrorCode = keyof typeof refusalCatalog;
