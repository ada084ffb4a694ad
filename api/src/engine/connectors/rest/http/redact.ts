/** Shorter values would also be found where they mean something else. */
const SHORTEST = 4;
const MASK = '•••';

/** Removes secrets from what is shown or stored, in each form in which they are sent. */
export class Redactor {
  readonly #forms = new Set<string>();

  add(secret: string): void {
    if (secret.length < SHORTEST) return;
    const forms = [
      secret,
      encodeURIComponent(secret),
      encodeURIComponent(secret).replaceAll('%20', '+'),
      new URLSearchParams([['', secret]]).toString().slice(1),
      Buffer.from(secret).toString('base64'),
      JSON.stringify(secret).slice(1, -1),
    ];
    for (const form of forms) this.#forms.add(form);
  }

  /** Adds each text in data of any shape. */
  addAll(value: unknown): void {
    if (typeof value === 'string') this.add(value);
    else if (typeof value === 'object' && value !== null)
      for (const each of Object.values(value)) this.addAll(each);
  }

  redact(text: string): string {
    let shown = text;
    for (const form of [...this.#forms].sort((a, b) => b.length - a.length))
      shown = shown.replaceAll(form, MASK);
    return shown;
  }
}
