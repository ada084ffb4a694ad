import { faultsOfQuery, faultsOfReport, isComputed } from '../contract/index.ts';
import { contentOf } from './content-of.ts';
import type { ReportTemplate, RoleKind, Words } from './template.ts';

const TYPES: Record<RoleKind, string> = { moment: 'TIMESTAMP', number: 'DECIMAL(12,2)', group: 'VARCHAR' };
const TABLE = { id: `tbl_${'0'.repeat(26)}`, name: 'orders' };
/** So many cards make a report. */
const LEAST_CARDS = 4;

/** Returns everything that is wrong with a template, in sentences for whoever writes it. Only tests need it. */
export function faultsOfTemplate(template: ReportTemplate): string[] {
  const faults = [...ownFaults(template), ...textFaults(template), ...placeFaults(template)];
  // The rest would only repeat these.
  return faults.length > 0 ? faults : reportFaults(template);
}

function ownFaults({
  version,
  sketch,
  definitions,
  roles,
  filters,
  period,
  cards,
}: ReportTemplate): string[] {
  const known = new Set(roles.map(({ id }) => id));
  const unknown = (what: string, role: string) =>
    known.has(role)
      ? []
      : [`${what} names the role "${role}". Add it to roles, or name one of: ${list(known)}.`];
  const ids = [...roles, ...cards].map(({ id }) => id).filter((id) => !/^[a-z0-9]{1,32}$/.test(id));
  return [
    ...(Number.isInteger(version) ? [] : ['It has no version. Add its slug to library/versions.ts, with 1.']),
    ...(definitions.length > 0 ? [] : ['It has no definitions: say what its figures count.']),
    ...(sketch ? [] : ['It has no sketch: line, columns, bars, or grid. The gallery draws it.']),
    ...ids.map(
      (id) => `The ID "${id}" of a role or card may only have lower-case letters and digits, 32 at most.`,
    ),
    ...twice(roles, 'Two roles have'),
    ...twice(cards, 'Two cards have'),
    ...cards.flatMap(({ id, needs }) => needs.flatMap((role) => unknown(`needs of the card "${id}"`, role))),
    ...filters.flatMap(({ role }) => unknown('A filter', role)),
    ...(period ? unknown('period', period.role) : []),
  ];
}

function textFaults(template: ReportTemplate): string[] {
  const { name, question, subject, definitions, roles, filters, cards } = template;
  const texts: [string, Words][] = [
    ['name', name],
    ['question', question],
    ['subject', subject],
    ...roles.flatMap((role): [string, Words][] => [
      [`name of the role "${role.id}"`, role.name],
      [`meaning of the role "${role.id}"`, role.meaning],
    ]),
    ...filters.map((filter): [string, Words] => [`label of the filter for "${filter.role}"`, filter.label]),
    ...definitions.flatMap(({ term, meaning }): [string, Words][] => [
      ['term of a definition', term],
      [`meaning of “${term.en}”`, meaning],
    ]),
    ...cards.map((one): [string, Words] => [`title of the card "${one.id}"`, one.title]),
  ];
  return texts.flatMap(([what, words]) =>
    (['en', 'de'] as const).flatMap((language) =>
      words[language] ? [] : [`The ${what} has no text in ${language}.`],
    ),
  );
}

function placeFaults({ cards, roles }: ReportTemplate): string[] {
  const required = new Set(roles.filter((role) => role.required).map(({ id }) => id));
  const always = cards.filter(({ needs }) => needs.every((role) => required.has(role))).length;
  const overlaps = cards.flatMap(({ id, layout: one }, at) =>
    cards.slice(at + 1).flatMap(({ id: other, layout: two }) => {
      const isApart =
        one.x + one.w <= two.x || two.x + two.w <= one.x || one.y + one.h <= two.y || two.y + two.h <= one.y;
      return isApart ? [] : [`The cards "${id}" and "${other}" overlap. Change layout of one of them.`];
    }),
  );
  const few = `Only ${always} cards need required roles alone. Without the optional ones, a report would have fewer than ${LEAST_CARDS}: add cards, or take roles out of needs.`;
  return [...overlaps, ...(always < LEAST_CARDS ? [few] : [])];
}

function reportFaults(template: ReportTemplate): string[] {
  const columnOf = (id: string) => `the ${id}`;
  const columns = Object.fromEntries(template.roles.map(({ id }) => [id, columnOf(id)]));
  const mapping = { table: TABLE, columns, values: {} };
  const content = contentOf(template, mapping, { language: 'en', zone: 'UTC' });
  const typed = template.roles.map(({ id, kind }) => ({ name: columnOf(id), type: TYPES[kind] }));
  const rules = faultsOfReport(content).map(
    ({ code, pointer }) => `The report that it makes can't be saved: ${code} at ${pointer}.`,
  );
  const queries = content.cards
    .filter(isComputed)
    .flatMap(({ id, query }) =>
      faultsOfQuery(query, typed).map(
        ({ code, pointer, values }) =>
          `The query of the card "${id}" doesn't fit columns of its roles: ${code} at ${pointer}, ${JSON.stringify(values)}.`,
      ),
    );
  return [...rules, ...queries];
}

const list = (names: Iterable<string>) => [...names].join(', ');

function twice(parts: readonly { id: string }[], what: string): string[] {
  const seen = new Set<string>();
  return parts.flatMap(({ id }) => (seen.has(id) ? [`${what} the ID "${id}".`] : (seen.add(id), [])));
}
