import { readFileSync } from 'node:fs';
import {
  emailRules,
  firstBroken,
  passwordRequired,
  passwordRules,
  PRODUCT_NAME,
  type EmailLogin,
  type EmailSignup,
  type Rule,
} from '@headwater/shared/contract';
import type { SignUpRule } from '../../../platform/config/config.ts';
import type { ErrorCode } from '@headwater/base/refusals/refusal-catalog';
import { Refusal, type Fault } from '@headwater/base/refusals/refusal';
import { foldEmail } from './fold-email.ts';

const EMAIL = '/data/attributes/email';
const PASSWORD = '/data/attributes/password';
const PASSWORD_MAX_BYTES = 1024;

/** Refuses what can't be a login, with one fault per field. */
export function checkLogin({ email, password }: EmailLogin): void {
  throwAll([fault(EMAIL, emailRules, email), fault(PASSWORD, [passwordRequired], password)]);
}

/** Refuses what can't be a new account, with one fault per field. An invitation overrides the sign-up rule. */
export function checkSignUp({ email, password, invitation }: EmailSignup, rule: SignUpRule): void {
  const closed = invitation === undefined ? signUpFault(email, rule) : undefined;
  throwAll([fault(EMAIL, emailRules, email) ?? closed, passwordFault(PASSWORD, password)]);
}

/** Refuses an email address that the sign-up rule excludes, for people whose address is in a provider's token. */
export function checkSignUpRule(email: string, rule: SignUpRule): void {
  throwAll([signUpFault(email, rule, '/data/attributes/token')]);
}

/** Refuses what can't be an email address. */
export function checkEmail(email: string): void {
  throwAll([fault(EMAIL, emailRules, email)]);
}

/** Refuses an unsuitable new password. `names` are those of the user's workspaces, which are easily guessed. */
export function checkNewPassword(password: string, names: readonly string[], pointer = PASSWORD): void {
  throwAll([passwordFault(pointer, password, names)]);
}

function fault(pointer: string, rules: readonly Rule[], value: string): Fault | undefined {
  const broken = firstBroken(rules, value);
  return broken && { code: broken.code as ErrorCode, pointer };
}

function signUpFault(email: string, rule: SignUpRule, pointer = EMAIL): Fault | undefined {
  if (rule === 'open') return undefined;
  if (rule === 'invited') return { code: 'sign_up_by_invitation', pointer };
  const domain = foldEmail(email).slice(email.lastIndexOf('@') + 1);
  if (rule.includes(domain)) return undefined;
  return { code: 'sign_up_closed', pointer, values: { domains: rule.join(', ') } };
}

function passwordFault(pointer: string, password: string, names: readonly string[] = []): Fault | undefined {
  const broken = fault(pointer, passwordRules, password);
  if (broken) return broken;
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES) return { code: 'password_too_long', pointer };
  const folded = password.toLowerCase();
  if (folded.includes(PRODUCT_NAME.toLowerCase())) return { code: 'password_names_product', pointer };
  if (names.some((name) => folded.includes(name.toLowerCase())))
    return { code: 'password_names_workspace', pointer };
  if (commonPasswords().has(folded)) return { code: 'password_common', pointer };
  return undefined;
}

let common: ReadonlySet<string> | undefined;

/**
 * Returns the passwords that attackers try first, in lower case, from twelve characters on, as
 * shorter ones are refused.
 */
function commonPasswords(): ReadonlySet<string> {
  return (common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'),
  ));
}

function throwAll(faults: readonly (Fault | undefined)[]): void {
  const [first, ...more] = faults.filter((each) => each !== undefined);
  if (first) throw new Refusal([first, ...more]);
}
