import { Type, type Static } from '@sinclair/typebox';
import { INVITED_AT_ONCE_MAX } from './invitation-limits.ts';
import {
  collection,
  document,
  nullable,
  object,
  requestBody,
  resource,
  timestamp,
  word,
} from '../ground/json-api.ts';
import { oneTimeCode } from './session.ts';
import { ROLES } from '../ground/words.ts';

/** An invitation, as looked up by its link before anyone accepts it. */
export const invitationAttributes = object({
  email: Type.String(),
  /** Null if it only lets someone sign up. */
  workspace: nullable(
    object({
      organizationId: Type.String(),
      name: Type.String(),
      role: word(ROLES),
      /** Who sent it, as they were called then. */
      invitedBy: Type.String(),
    }),
  ),
});
export const invitationResource = resource('invitations', invitationAttributes);
export type InvitationResource = Static<typeof invitationResource>;
export const invitationDocument = document(invitationResource);

/** By someone who has an account already and is signed in. */
export const invitationAcceptanceBody = requestBody('invitation_acceptances', object({ code: oneTimeCode }));

/** An invitation as the workspace sees it, until it is accepted or canceled. */
export const workspaceInvitationAttributes = object({
  email: Type.String(),
  role: word(ROLES),
  invitedBy: Type.String(),
  createdAt: timestamp(),
  expiresAt: timestamp(),
  isExpired: Type.Boolean(),
  /** What the caller may do. */
  can: object({ edit: Type.Boolean() }),
});
export type WorkspaceInvitationAttributes = Static<typeof workspaceInvitationAttributes>;
export const workspaceInvitationResource = resource('workspace_invitations', workspaceInvitationAttributes);
export type WorkspaceInvitationResource = Static<typeof workspaceInvitationResource>;
export const workspaceInvitationCollection = collection(workspaceInvitationResource);

/** An invitation whose link was just made. The link is null if it was mailed; nobody can see it again. */
export const sentInvitationResource = resource(
  'sent_invitations',
  object({ email: Type.String(), expiresAt: timestamp(), link: nullable(Type.String()) }),
);
export type SentInvitationResource = Static<typeof sentInvitationResource>;
export const sentInvitationDocument = document(sentInvitationResource);
export const sentInvitationCollection = collection(sentInvitationResource);

const newInvitations = object({
  emails: Type.Array(Type.String({ maxLength: 320 }), { minItems: 1, maxItems: INVITED_AT_ONCE_MAX }),
  role: word(ROLES),
});
export type NewInvitations = Static<typeof newInvitations>;
export const newInvitationsBody = requestBody('workspace_invitations', newInvitations);

/** A new link replaces the former one. It is mailed, or returned to be passed on by hand. */
export const newInvitationLinkBody = requestBody('invitation_links', object({ mail: Type.Boolean() }));
