import { Type, type Static } from '@sinclair/typebox';
import { document, object, requestBody, resource } from '../ground/json-api.ts';
import { oneTimeCode } from './session.ts';

const resetRequest = object({ email: Type.String({ maxLength: 320 }) });
export const passwordResetRequestBody = requestBody('password_reset_requests', resetRequest);
export type PasswordResetRequest = Static<typeof resetRequest>;
/** The response is the same for every email address, so that it doesn't reveal whether an account exists. */
export const acceptedDocument = document(Type.Null());

const reset = object({ code: oneTimeCode, password: Type.String({ maxLength: 1024 }) });
export const passwordResetBody = requestBody('password_resets', reset);
export type PasswordReset = Static<typeof reset>;

export const emailConfirmationRequestBody = requestBody('email_confirmation_requests', resetRequest);
const confirmation = object({ code: oneTimeCode });
/** Confirms the email address of a new account or the new email address of an existing one. */
export const emailConfirmationBody = requestBody('email_confirmations', confirmation);
export const emailConfirmationResource = resource('email_confirmations', object({ email: Type.String() }));
export type EmailConfirmationResource = Static<typeof emailConfirmationResource>;
export const emailConfirmationDocument = document(emailConfirmationResource);
