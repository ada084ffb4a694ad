import { paths, type Role } from '@headwater/shared/contract';
import { pageUrl } from '../../../http/own-origins.ts';
import { requestLanguage } from '../../../http/request-language.ts';
import { hashOneTimeCode, newOneTimeCode } from '../identity/index.ts';
import type { MemberChange } from './member-change.ts';

/** Makes the link of an invitation, of which only the hash is kept. */
export function makeLink({ services: { config } }: MemberChange) {
  const code = newOneTimeCode();
  return {
    codeHash: hashOneTimeCode(code),
    link: pageUrl(config, paths.signup({ invitation: code })),
  };
}

/** Mails a link to the address that it invites, in the language of whoever invites. */
export async function mailLink(
  { db, workspace, services, request }: MemberChange,
  { email, role, link }: { readonly email: string; readonly role: Role; readonly link: string },
): Promise<void> {
  const { name } = await db
    .selectFrom('organizations')
    .select('name')
    .where('id', '=', workspace.id)
    .executeTakeFirstOrThrow();
  await services.mail.send(db, {
    template: 'workspace_invitation',
    to: email,
    language: requestLanguage(request),
    workspace: name,
    invitedBy: workspace.principal.name,
    role,
    link,
  });
}
