import { ownValue } from './own-value.ts';
export interface ConfigFault {
  readonly name: string;
  readonly fault: string;
  readonly example: string;
}

/** How to read one kind of value; `read` returns undefined if the text is invalid. */
export interface ValueKind<T> {
  readonly fault: string;
  readonly example: string;
  /** Set if values contain a secret, so that an invalid one isn't printed. */
  readonly isSecret?: boolean;
  read(text: string): T | undefined;
}

/** Lists everything that is wrong with the environment at once. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly faults: readonly ConfigFault[];
  constructor(faults: readonly ConfigFault[]) {
    const lines = faults.map(
      ({ name, fault, example }) => `  ${name} ${fault}\n      for example: ${name}=${example}`,
    );
    super(
      `The configuration has ${faults.length === 1 ? 'an error' : `${faults.length} errors`}:\n${lines.join('\n')}`,
    );
    this.faults = faults;
  }
}

/** Reads named values and collects the errors in them, so that all are reported at once. */
export class ConfigReader {
  readonly faults: ConfigFault[] = [];
  readonly #env: Readonly<Record<string, string | undefined>>;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    this.#env = env;
  }

  value(name: string, fallback: string): string {
    return ownValue(this.#env, name)?.trim() || fallback;
  }

  with<T>(name: string, kind: ValueKind<T>, fallback: T): T {
    const text = this.value(name, '');
    if (text === '') return fallback;
    const value = kind.read(text);
    if (value === undefined) this.fault(name, faultOf(kind, text), kind.example);
    return value ?? fallback;
  }

  optional<T>(name: string, kind: ValueKind<T>): T | null {
    return this.with<T | null>(name, kind, null);
  }

  list<T>(name: string, kind: ValueKind<readonly T[]>): readonly T[] {
    return this.with<readonly T[]>(name, kind, []);
  }

  fault(name: string, fault: string, example: string): void {
    this.faults.push({ name, fault, example });
  }

  /** Throws a ConfigError if there were any errors. */
  finish(): void {
    if (this.faults.length > 0) throw new ConfigError(this.faults);
  }
}

const faultOf = ({ fault, isSecret }: ValueKind<unknown>, text: string) =>
  isSecret ? `isn't valid: it ${fault}` : `is "${hidePassword(text)}", but ${fault}`;

function hidePassword(text: string): string {
  return text.replace(/(:\/\/[^:/@]*:).*@/, '$1…@');
}
