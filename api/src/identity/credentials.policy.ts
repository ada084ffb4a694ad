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
import type { SignUpRule } from '../config.ts';
import type { ErrorCode } from '../http/error-catalogue.ts';
import { HttpError, type Fault } from '../http/http-error.ts';

const EMAIL = '/data/attributes/email';
const PASSWORD = '/data/attributes/password';
const PASSWORD_MAX_BYTES = 1024;

/** What makes two addresses the same. */
export const foldEmail = (email: string) => email.toLowerCase();

/** Refuses what can't be a login; one fault a field. */
export function checkLogin({ email, password }: EmailLogin): void {
  throwAll([fault(EMAIL, emailRules, email), fault(PASSWORD, [passwordRequired], password)]);
}

/** Refuses what can't be an account here; one fault a field. */
export function checkSignUp({ email, password }: EmailSignup, rule: SignUpRule): void {
  throwAll([fault(EMAIL, emailRules, email) ?? signUpFault(email, rule), passwordFault(password)]);
}

function fault(pointer: string, rules: readonly Rule[], value: string): Fault | undefined {
  const broken = firstBroken(rules, value);
  return broken && { code: broken.code as ErrorCode, pointer };
}

function signUpFault(email: string, rule: SignUpRule): Fault | undefined {
  if (rule === 'open') return undefined;
  const domain = foldEmail(email).slice(email.lastIndexOf('@') + 1);
  if (rule.includes(domain)) return undefined;
  return { code: 'sign_up_closed', pointer: EMAIL, values: { domains: rule.join(', ') } };
}

function passwordFault(password: string): Fault | undefined {
  const broken = fault(PASSWORD, passwordRules, password);
  if (broken) return broken;
  if (Buffer.byteLength(password) > PASSWORD_MAX_BYTES)
    return { code: 'password_too_long', pointer: PASSWORD };
  const folded = password.toLowerCase();
  if (folded.includes(PRODUCT_NAME.toLowerCase()))
    return { code: 'password_names_product', pointer: PASSWORD };
  if (commonPasswords().has(folded)) return { code: 'password_common', pointer: PASSWORD };
  return undefined;
}

let common: ReadonlySet<string> | undefined;

/** Those that attackers try first, in lower case; of twelve characters and more, as shorter ones are refused anyway. */
function commonPasswords(): ReadonlySet<string> {
  return (common ??= new Set(
    readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8').split('\n'),
  ));
}

function throwAll(faults: readonly (Fault | undefined)[]): void {
  const [first, ...more] = faults.filter((each) => each !== undefined);
  if (first) throw new HttpError([first, ...more]);
}
