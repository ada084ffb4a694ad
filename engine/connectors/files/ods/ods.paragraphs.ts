type Attributes = Readonly<Record<string, string>>;

/** What is in a cell without being its text: comments, and drawings that are anchored to it. */
const ASIDE: ReadonlySet<string> = new Set([
  'office:annotation',
  'draw:frame',
  'table:shapes',
  'draw:custom-shape',
  'draw:control',
  'draw:line',
  'draw:rect',
  'text:ruby-text',
  'text:note',
]);

/** The most spaces that an element can stand for. */
const MOST_SPACES = 32_767;

/** The text of a cell: its paragraphs, one per line, with the white space that the format collapses. */
export class Paragraphs {
  #text: string | null = null;
  #paragraph = '';
  #isIn = 0;
  #aside = 0;
  /** White space is left out where it follows white space. */
  #isBlank = true;

  /** How much there is already. */
  get length(): number {
    return this.#paragraph.length + (this.#text?.length ?? 0);
  }

  begin(): void {
    this.#text = null;
    this.#paragraph = '';
    this.#isIn = 0;
    this.#aside = 0;
  }

  open(name: string, attributes: Attributes): void {
    if (ASIDE.has(name)) this.#aside += 1;
    if (this.#aside > 0) return;
    if (name === 'text:p' || name === 'text:h') {
      this.#isIn += 1;
      if (this.#isIn > 1) return;
      this.#paragraph = '';
      this.#isBlank = true;
    } else if (this.#isIn === 0) return;
    else if (name === 'text:s')
      this.#add(' '.repeat(Math.min(Number(attributes['text:c'] ?? 1) || 1, MOST_SPACES)));
    else if (name === 'text:tab') this.#add('\t');
    else if (name === 'text:line-break') this.#add('\n');
  }

  text(part: string): void {
    if (this.#isIn === 0 || this.#aside > 0) return;
    const collapsed = part.replace(/[ \t\r\n]+/g, ' ');
    const text = this.#isBlank ? collapsed.replace(/^ /, '') : collapsed;
    this.#paragraph += text;
    if (text !== '') this.#isBlank = text.endsWith(' ');
  }

  close(name: string): void {
    if (ASIDE.has(name)) {
      this.#aside -= 1;
      return;
    }
    if (this.#aside > 0 || (name !== 'text:p' && name !== 'text:h')) return;
    this.#isIn -= 1;
    if (this.#isIn > 0) return;
    const paragraph = this.#isBlank ? this.#paragraph.replace(/ $/, '') : this.#paragraph;
    this.#text = this.#text === null ? paragraph : `${this.#text}\n${paragraph}`;
  }

  /** Returns the text, or null if there is none. */
  end(): string | null {
    return this.#text;
  }

  #add(text: string): void {
    this.#paragraph += text;
    this.#isBlank = false;
  }
}
