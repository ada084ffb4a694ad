import type { Dialect, DialectChoices } from './csv.dialect.ts';
import { headOf, kindOf, leadingComments, usualFields, type Cell } from './csv.head-rows.ts';
import { COLUMN_LIMIT, physicalLineEnd, RowCutter, type Layout } from './csv.row.ts';

/** Single characters that are looked for, the most usual ones first. */
const SINGLE = [',', ';', '\t', '|', '~', '^'];
const DOUBLE = ['||', '::'];
/** Delimiters that can be chosen. A space stands for any number of spaces and tabs. */
export const DELIMITERS = [...SINGLE, ...DOUBLE, ':', ' '];

const SAMPLE_ROWS = 200;
/** How many rows show of what kind the values of a column are. */
const TYPED_ROWS = 50;
/** How much better a layout must be than the most usual one. */
const CLEARLY = 0.05;

export type Shape = Omit<Dialect, 'encoding' | 'decimalMark' | 'dateOrder'>;

/** The first rows of a file in one layout. */
class Sample {
  readonly layout: Layout;
  readonly rows: readonly Cell[][];
  /** Lines that can't be cut into fields. */
  readonly broken: number;
  /** What is below comments. */
  readonly #below: readonly Cell[][];
  /** How many fields most rows have. */
  readonly fields: number;
  readonly #agreeing: number;
  #score: number | undefined;

  constructor(layout: Layout, rows: readonly Cell[][], broken: number) {
    this.layout = layout;
    this.rows = rows;
    this.broken = broken;
    this.#below = rows.slice(leadingComments(rows));
    const { fields, agreeing } = usualFields(this.#below);
    this.fields = fields;
    this.#agreeing = agreeing;
  }

  /** Whether all rows have the same number of fields. */
  get isEven(): boolean {
    return this.broken === 0 && this.#agreeing === this.#below.length;
  }

  /**
   * How regular the rows are: how many have the same number of fields, where more fields, and columns whose values are
   * all numbers, dates, or the like, weigh in their favor. Most files are decided without it.
   */
  get score(): number {
    if (this.fields < 2) return 0;
    const agree = this.#agreeing / (this.#below.length + this.broken);
    return (this.#score ??=
      agree * (Math.log2(this.fields + 1) + this.typedFields / this.fields) + (agree === 1 ? 1 : 0));
  }

  /** How many columns have values, below what may be a header, that aren't texts. */
  get typedFields(): number {
    const below = this.#below.filter((row) => row.length === this.fields).slice(1, TYPED_ROWS);
    return Array.from({ length: this.fields }, (_, at) => below.map((row) => row[at]!)).filter(
      (column) => kindOf(column) !== 'text',
    ).length;
  }
}

/** Detects the layout of a file from its first rows. `bytes` are UTF-8. */
export function shapeOf(bytes: Uint8Array, isWhole: boolean, choices: DialectChoices): Shape {
  const named = separatorLine(bytes);
  const delimiter = choices.delimiter ?? named;
  const { layout, rows } = bestSample(new Sampler(bytes, isWhole, choices), delimiter);
  const skipped = named === undefined ? 0 : 1;
  const below = rows.slice(skipped);
  const { preamble, hasHeader } = headOf(below, choices.header);
  return {
    ...layout,
    preamble: preamble + skipped,
    hasHeader,
    ...(hasHeader && nameRows(below.slice(preamble)) && { hasRowNames: true }),
    shortRows: choices.shortRows ?? 'filled',
  };
}

/** Returns the delimiter that a first line such as `sep=;`, Excel's own convention, names. */
function separatorLine(bytes: Uint8Array): string | undefined {
  const start = Buffer.from(bytes.subarray(0, 16)).toString('utf8');
  return /^\ufeff?"?sep=([,;\t|])"?[\r\n]/i.exec(start)?.[1];
}

/** Returns the rows in the layout that makes them most regular. */
function bestSample(sampler: Sampler, delimiter: string | undefined): Sample {
  if (delimiter !== undefined) return sampler.best(delimiter);
  const [usual, ...others] = SINGLE.map((each) => sampler.best(each)) as [Sample, ...Sample[]];
  const [only, ...more] = [usual, ...others].filter(({ fields }) => fields > 1);
  const best = more.reduce((found, each) => (each.score > found.score ? each : found), only ?? usual);
  const double = DOUBLE.filter(([each]) => !only || each === best.layout.delimiter)
    .map((each) => sampler.best(each))
    .find((each) => isDoubled(each, best));
  if (double) return double;
  if (only) return best;
  const spaced = sampler.best(' ');
  return isTable(spaced) ? spaced : best;
}

/**
 * Returns whether a delimiter of two characters makes rows of the same number of fields, and one of them alone doesn't,
 * or has nothing in each second field.
 */
function isDoubled(double: Sample, single: Sample): boolean {
  if (double.fields < 2 || !double.isEven) return false;
  const isSecondNothing = (row: readonly Cell[]) => row.every(({ text }, at) => at % 2 === 0 || text === '');
  return single.fields < 2 || !single.isEven || single.rows.every(isSecondNothing);
}

/** Returns whether words that spaces separate are values: each row has as many, and at least half of them are typed. */
const isTable = (sample: Sample) =>
  sample.isEven && sample.fields > 1 && sample.rows.length > 2 && sample.typedFields >= sample.fields / 2;

/** The first rows of a file, cut in one layout or another. */
class Sampler {
  readonly #bytes: Uint8Array;
  readonly #isWhole: boolean;
  readonly #choices: DialectChoices;
  readonly #text: string;

  constructor(bytes: Uint8Array, isWhole: boolean, choices: DialectChoices) {
    this.#bytes = bytes;
    this.#isWhole = isWhole;
    this.#choices = choices;
    this.#text = Buffer.from(bytes).toString('latin1');
  }

  /** Returns the rows in the usual layout, unless another one that the text hints at makes them more regular. */
  best(delimiter: string): Sample {
    const { quote = '"', escape } = this.#choices;
    const [usual, ...others] = this.#layouts({ delimiter, quote, ...(escape && { escape }) }).map((layout) =>
      this.#sample(layout),
    ) as [Sample, ...Sample[]];
    const wrapping = others.find(({ layout }) => isWrapped(usual.rows, layout));
    return (
      wrapping ?? others.reduce((best, each) => (each.score > best.score + CLEARLY ? each : best), usual)
    );
  }

  #layouts(usual: Layout): Layout[] {
    const { delimiter, quote, escape } = usual;
    const layouts = [usual];
    if (quote === 'none') return layouts;
    const text = this.#text;
    const after = delimiter.replace(/[|^]/g, '\\$&');
    if (delimiter !== ' ' && new RegExp(`${after} +${quote}`).test(text))
      layouts.push({ ...usual, spacesAroundQuotes: true });
    if (!escape && text.includes(`\\${quote}`)) layouts.push({ ...usual, escape: 'backslash' });
    if (!this.#choices.quote && new RegExp(`(^|${after})'`, 'm').test(text))
      layouts.push({ ...usual, quote: "'" });
    return layouts;
  }

  #sample(layout: Layout): Sample {
    const { rows, broken } = sampleRows(this.#bytes, this.#isWhole, new RowCutter(layout));
    return new Sample(layout, rows, broken);
  }
}

/**
 * Returns whether another layout's quotes are around values, not part of them, even where none contains a delimiter: no
 * value has only one of them. A single value in single quotes proves nothing.
 */
function isWrapped(rows: readonly Cell[][], { quote, spacesAroundQuotes }: Layout): boolean {
  if (!spacesAroundQuotes && quote !== "'") return false;
  const texts = rows.flat().flatMap(({ text, quoted }) => (quoted ? [] : [text]));
  const cells = texts.filter((text) => (spacesAroundQuotes ? /^ +"/ : /^'|'$/).test(text));
  const isWhole = (text: string) => (spacesAroundQuotes ? /^ +"[^]*" *$/ : /^'[^]+'$/).test(text);
  return cells.length > (spacesAroundQuotes ? 0 : 2) && cells.every(isWhole);
}

/**
 * Returns whether each row has one value more than the header, and the first of these name the rows: each has another
 * one.
 */
function nameRows([header = [], ...rows]: readonly Cell[][]): boolean {
  if (rows.length < 2 || rows.some((row) => row.length !== header.length + 1)) return false;
  const names = new Set(rows.map(([name]) => name!.text));
  return names.size === rows.length && !names.has('') && rows.some((row) => row.at(-1)!.text !== '');
}

function sampleRows(
  bytes: Uint8Array,
  isWhole: boolean,
  cutter: RowCutter,
): { rows: Cell[][]; broken: number } {
  const rows: Cell[][] = [];
  let broken = 0;
  let at = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
  while (at < bytes.length && rows.length + broken < SAMPLE_ROWS) {
    const result = cutter.cut(bytes, at, bytes.length, isWhole);
    if (result === 'incomplete') break;
    if (result === 'bad_quote') {
      broken += 1;
      const next = physicalLineEnd(bytes, at, bytes.length);
      if (next < 0) break;
      at = next;
      continue;
    }
    at = cutter.next;
    if (result === 'row') rows.push(cellsOf(cutter, bytes));
  }
  return { rows, broken };
}

export const cellsOf = (cutter: RowCutter, bytes: Uint8Array): Cell[] =>
  Array.from({ length: Math.min(cutter.fields, COLUMN_LIMIT) }, (_, at) => ({
    text: cutter.text(bytes, at),
    quoted: cutter.quoted[at] === 1,
  }));
