import { randomBytes } from 'node:crypto';
import { startMailServer } from '../../e2e/support/mail-server.ts';
import { startProduct } from '../../e2e/support/product.ts';
import { median, milliseconds } from '../support/statistics.ts';

const PAIRS = 150;
const WARM_UP = 10;
/** How far apart the medians of a known and an unknown address may be. */
const GOAL = 0.05;
const PASSWORD = 'Correct-horse-battery-1';

interface Door {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  /** Beside the address. */
  readonly attributes: object;
}

const doors: readonly Door[] = [
  {
    name: 'login with a wrong password',
    path: 'sessions/email-login',
    type: 'email_logins',
    attributes: { password: 'Wrong-horse-battery-1' },
  },
  {
    name: 'sign-up',
    path: 'email-signup',
    type: 'email_signups',
    attributes: { password: PASSWORD },
  },
  {
    name: 'request of a password reset',
    path: 'password/request-reset',
    type: 'password_reset_requests',
    attributes: {},
  },
  {
    name: 'request of a confirmation',
    path: 'email-confirmation-requests',
    type: 'email_confirmation_requests',
    attributes: {},
  },
];

/**
 * Whether the time of an answer tells who has an account: asks each door for addresses that somebody has and that nobody
 * has, in pairs whose order changes, one call at a time, each address once. Answers are compared byte by byte, too.
 */
export async function bench(): Promise<void> {
  const mails = await startMailServer();
  const product = await startProduct({ env: { SMTP_URL: mails.url } });
  try {
    for (const door of doors) await measure(product.address, door);
  } finally {
    await product.stop();
    await mails.stop();
  }
}

async function measure(address: string, door: Door): Promise<void> {
  const known = await accounts(address, PAIRS + WARM_UP);
  const times = { known: [] as number[], unknown: [] as number[] };
  const answers = new Set<string>();
  for (const [pair, email] of known.entries()) {
    const inOrder = [
      ['known', email],
      ['unknown', newAddress()],
    ] as const;
    for (const [kind, asked] of pair % 2 === 0 ? inOrder : inOrder.toReversed()) {
      const time = await milliseconds(async () => answers.add(await ask(address, door, asked)));
      if (pair >= WARM_UP) times[kind].push(time);
    }
  }
  report(door.name, median(times.known), median(times.unknown), answers.size);
}

function report(name: string, known: number, unknown: number, answers: number): void {
  const apart = Math.abs(known - unknown) / Math.max(known, unknown);
  const verdict = apart < GOAL && answers === 1 ? 'within the goal' : 'MISSED';
  console.log(
    `${name}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${(apart * 100).toFixed(1)} % apart (goal < ${GOAL * 100} %), ${answers} kind of answer: ${verdict}`,
  );
}

async function accounts(address: string, count: number): Promise<string[]> {
  const [, signUp] = doors as [Door, Door];
  const emails = Array.from({ length: count }, newAddress);
  for (const email of emails) await ask(address, signUp, email);
  return emails;
}

const newAddress = () => `a${randomBytes(6).toString('hex')}@example.com`;

/** Status and body of the answer, without the id of the request. */
async function ask(address: string, { path, type, attributes }: Door, email: string): Promise<string> {
  const response = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ data: { type, attributes: { email, ...attributes } } }),
  });
  return `${response.status} ${(await response.text()).replace(/req_\w+/, '')}`;
}
