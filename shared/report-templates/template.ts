import type { CHART_MARKS, ComputedCard, Language, Query } from '../contract/index.ts';

/** A text in each language of the product. */
export type Words = Readonly<Record<Language, string>>;

/** What a role's column has to be: something with days, something to add up, or something to group by. */
export type RoleKind = 'moment' | 'number' | 'group';

/** What a template needs from a table: a column with this meaning. */
export interface TemplateRole {
  id: string;
  name: Words;
  meaning: Words;
  kind: RoleKind;
  required: boolean;
  /** Names that such columns often have, in lower case with underscores, the most telling first. */
  aliases: readonly string[];
}

/** A role whose values say which rows count. It becomes a filter of the report. */
export interface TemplateFilter {
  role: string;
  label: Words;
  /** `one` for what can't be added up together, such as currencies. */
  pick: 'one' | 'some';
  /** Words of values that usually don't count, in lower case. */
  leaveOut?: readonly string[];
  /** Whether its values follow each other, so that whoever uses the template can put them in order. */
  isOrdered?: true;
}

/** The time that a report is about unless its reader chooses another one. It becomes a filter of the report, too. */
export interface TemplatePeriod {
  /** Of a moment. */
  role: string;
  label: Words;
  /** How many months before the current one. */
  months: number;
}

/** The columns of the roles that a card names. */
export type BoundColumns<Role extends string = string> = Readonly<Record<Role, string>>;

/** Puts a text into the language that the report is made in. */
export type Say = (words: Words) => string;

/** The values of a role in the order that somebody has given them, by role. */
export type OrderedValues = Readonly<Record<string, readonly string[]>>;

/** What a template means by its words, such as who is a customer and when a month is over. */
export interface Definition {
  term: Words;
  meaning: Words;
}

export interface TemplateCard<Role extends string = string> {
  id: string;
  title: Words;
  kind: 'number' | 'query' | 'table';
  mark?: (typeof CHART_MARKS)[number];
  /** What it's compared with, if the report is about a period. */
  compare?: NonNullable<ComputedCard['compare']>;
  layout: { x: number; y: number; w: number; h: number };
  /** Without a column for each of them, the report goes without this card. */
  needs: readonly Role[];
  query(
    columns: BoundColumns<Role> & Partial<BoundColumns<'currency' | 'amount'>>,
    say: Say,
    order: OrderedValues,
  ): Query;
}

/** A report in the making: what it answers, what it needs, and what it shows. */
export interface ReportTemplate {
  slug: string;
  /** Increased whenever reports that are made from it would look different. */
  version: number;
  name: Words;
  question: Words;
  /** What is needed, after "Needs". */
  subject: Words;
  /** What its figures count, for whoever reads them. */
  definitions: readonly Definition[];
  /** Names of tables that it's usually made of. */
  tables: RegExp;
  /** It reads the table that the product makes of the workspace's own runs, and no other. */
  isBuiltIn?: true;
  sketch: 'line' | 'columns' | 'bars' | 'grid';
  roles: readonly TemplateRole[];
  filters: readonly TemplateFilter[];
  period?: TemplatePeriod;
  cards: readonly TemplateCard[];
}

/** Returns a card, whose query knows the columns of the roles that it needs. */
export const card = <const Role extends string>(given: TemplateCard<Role>): TemplateCard => given;

/** Returns the template with that name in URLs. */
export const templateOf = (templates: readonly ReportTemplate[], slug: string) =>
  templates.find((template) => template.slug === slug);
