/** Hiding shorter texts would garble words that happen to contain them, and thereby reveal them. */
const SHORTEST = 4;

/** Replaces the secrets in a text, whether they are written as they are or as in a URL. */
export function hideSecrets(text: string, secrets: readonly string[]): string {
  return secrets
    .filter((secret) => secret.length >= SHORTEST)
    .flatMap((secret) => [secret, encodeURIComponent(secret)])
    .sort((one, other) => other.length - one.length)
    .reduce((hidden, secret) => hidden.replaceAll(secret, '••••'), text);
}
