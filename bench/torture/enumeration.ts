import { randomBytes } from 'node:crypto';
import { startMailServer } from '../../e2e/support/mail-server.ts';
import { startProduct } from '../../e2e/support/product.ts';
import { median, milliseconds } from '../support/statistics.ts';

const PAIRS = 150;
const WARM_UP = 10;
/** The maximum difference between the medians of a known and an unknown email address. */
const GOAL = 0.05;
const PASSWORD = 'Correct-horse-battery-1';

interface Endpoint {
  readonly name: string;
  readonly path: string;
  readonly type: string;
  /** Attributes in addition to the email address. */
  readonly attributes: object;
}

const endpoints: readonly Endpoint[] = [
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
 * Tests whether response times reveal who has an account: sends each endpoint known and unknown email
 * addresses, in pairs with alternating order, one request at a time, and each address once. The responses are
 * also compared byte by byte.
 */
export async function bench(): Promise<void> {
  const mails = await startMailServer();
  const product = await startProduct({ env: { SMTP_URL: mails.url } });
  try {
    for (const endpoint of endpoints) await measure(product.address, endpoint);
  } finally {
    await product.stop();
    await mails.stop();
  }
}

async function measure(address: string, endpoint: Endpoint): Promise<void> {
  const known = await accounts(address, PAIRS + WARM_UP);
  const times = { known: [] as number[], unknown: [] as number[] };
  const responses = new Set<string>();
  for (const [pair, email] of known.entries()) {
    const inOrder = [
      ['known', email],
      ['unknown', newAddress()],
    ] as const;
    for (const [kind, requested] of pair % 2 === 0 ? inOrder : inOrder.toReversed()) {
      const time = await milliseconds(async () => responses.add(await request(address, endpoint, requested)));
      if (pair >= WARM_UP) times[kind].push(time);
    }
  }
  report(endpoint.name, median(times.known), median(times.unknown), responses.size);
}

function report(name: string, known: number, unknown: number, responses: number): void {
  const apart = Math.abs(known - unknown) / Math.max(known, unknown);
  const verdict = apart < GOAL && responses === 1 ? 'within the goal' : 'MISSED';
  console.log(
    `${name}: known ${known.toFixed(2)} ms, unknown ${unknown.toFixed(2)} ms, ${(apart * 100).toFixed(1)} % apart (goal < ${GOAL * 100} %), ${responses} distinct ${responses === 1 ? 'response' : 'responses'}: ${verdict}`,
  );
}

async function accounts(address: string, count: number): Promise<string[]> {
  const [, signUp] = endpoints as [Endpoint, Endpoint];
  const emails = Array.from({ length: count }, newAddress);
  for (const email of emails) await request(address, signUp, email);
  return emails;
}

const newAddress = () => `a${randomBytes(6).toString('hex')}@example.com`;

/** Returns the status and body of the response, without the request ID. */
async function request(
  address: string,
  { path, type, attributes }: Endpoint,
  email: string,
): Promise<string> {
  const response = await fetch(`${address}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: address },
    body: JSON.stringify({ data: { type, attributes: { email, ...attributes } } }),
  });
  return `${response.status} ${(await response.text()).replace(/req_\w+/, '')}`;
}
