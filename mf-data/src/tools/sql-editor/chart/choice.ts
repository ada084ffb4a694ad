import { CHART_MARKS } from '@headwater/shared/contract';

type Mark = (typeof CHART_MARKS)[number];

/** What someone has chosen for a chart of a result. Undefined for what fits best, and null for no column. */
export interface ResultChoice {
  x?: string | null | undefined;
  y?: string | undefined;
  group?: string | null | undefined;
  mark?: Mark | undefined;
}

/** Parameters of the page's URL. */
const [CHART, X, Y, GROUP, MARK] = ['chart', 'x', 'y', 'group', 'mark'] as const;
const ALL = [CHART, X, Y, GROUP, MARK];

/** Returns what the URL says about the chart, or null if the result is shown as a table. */
export function choiceIn(query: URLSearchParams): ResultChoice | null {
  if (!query.has(CHART)) return null;
  const column = (name: string) => (query.has(name) ? query.get(name) || null : undefined);
  return {
    x: column(X),
    y: query.get(Y) ?? undefined,
    group: column(GROUP),
    mark: CHART_MARKS.find((one) => one === query.get(MARK)),
  };
}

/** Returns the query of a URL with another choice. Null for a table. */
export function withChoice(query: URLSearchParams, choice: ResultChoice | null): URLSearchParams {
  const next = new URLSearchParams(query);
  for (const name of ALL) next.delete(name);
  if (choice === null) return next;
  next.set(CHART, '1');
  for (const [name, value] of Object.entries(choice))
    if (value !== undefined) next.set(name, String(value ?? ''));
  return next;
}
