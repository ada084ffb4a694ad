/** Shorter values would also be found where they mean something else. */
const SHORTEST = 4;
const MASK = '•••';
const MOST_DERIVED = 200;

/** Removes secrets from what is shown or stored, in each form in which they are sent. */
export class Redactor {
  readonly #forms = new Set<string>();
  /** What was made of secrets, from the oldest on, each with its forms. */
  readonly #derived = new Map<string, readonly string[]>();

  add(secret: string): void {
    for (const form of formsOf(secret)) this.#forms.add(form);
  }

  /** Adds what was made of a secret, as a signature. The latest of them are kept, because each request may make one. */
  addDerived(text: string): void {
    if (this.#derived.has(text) || this.#forms.has(text)) return;
    this.#derived.set(text, formsOf(text));
    if (this.#derived.size <= MOST_DERIVED) return;
    const [oldest] = this.#derived.keys();
    this.#derived.delete(oldest!);
  }

  /** Adds each text in data of any shape. */
  addAll(value: unknown): void {
    if (typeof value === 'string') this.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) this.addAll(each);
  }

  redact(text: string): string {
    let shown = text;
    const forms = [...this.#forms, ...[...this.#derived.values()].flat()];
    for (const form of forms.sort((a, b) => b.length - a.length)) shown = shown.replaceAll(form, MASK);
    return shown;
  }
}

/** A secret in each form in which it is sent, or repeated. */
const formsOf = (secret: string): string[] =>
  secret.length < SHORTEST
    ? []
    : [
        secret,
        encodeURIComponent(secret),
        encodeURIComponent(secret).replaceAll('%20', '+'),
        new URLSearchParams([['', secret]]).toString().slice(1),
        Buffer.from(secret).toString('base64'),
        JSON.stringify(secret).slice(1, -1),
      ];
