/** What the form of an API asks for. It is kept as the manifest that it writes; numbers and paths are as they were typed. */
export interface ApiForm {
  version: string;
  baseUrl: string;
  authentication: Authentication;
  streams: readonly StreamForm[];
}

export const AUTHENTICATIONS = ['none', 'api_key', 'bearer', 'basic'] as const;

export interface Authentication {
  kind: (typeof AUTHENTICATIONS)[number];
  /** Where an API key stands, and its name there. */
  into: 'header' | 'request_parameter';
  name: string;
  /** The titles of the fields for the credentials, by their names. */
  titles: Readonly<Record<string, string>>;
}

/** A name with its value, such as a query parameter. */
export interface Pair {
  name: string;
  value: string;
}

export interface StreamForm {
  name: string;
  path: string;
  method: 'GET' | 'POST';
  parameters: readonly Pair[];
  headers: readonly Pair[];
  /** Of a JSON object, which only POST sends. */
  body: readonly Pair[];
  /** `data.items` */
  recordsPath: string;
  /** `id, region` */
  primaryKey: string;
  pages: Pages;
  incremental: Incremental;
}

export const PAGINATIONS = ['none', 'page', 'offset', 'cursor', 'link'] as const;

export interface Pages {
  kind: (typeof PAGINATIONS)[number];
  /** The query parameter that takes the page, the offset, or the cursor. */
  parameter: string;
  /** The number of the first page. */
  first: string;
  size: string;
  sizeParameter: string;
  /** Where the cursor or the link is: in the response, in the last record, or in the header `Link`. */
  source: 'response' | 'last_record' | 'header';
  /** The path to it. */
  value: string;
  /** The path to what says whether there are more pages. */
  more: string;
}

export interface Incremental {
  isOn: boolean;
  field: string;
  format: string;
  /** A date. */
  start: string;
  startParameter: string;
  endParameter: string;
}

/** The names of an authentication's fields in the configuration. Those besides `username` are secret. */
export const CREDENTIALS: Readonly<Record<Authentication['kind'], readonly string[]>> = {
  none: [],
  api_key: ['api_key'],
  bearer: ['api_key'],
  basic: ['username', 'password'],
};

export const NO_PAGES: Pages = {
  kind: 'none',
  parameter: '',
  first: '',
  size: '',
  sizeParameter: '',
  source: 'response',
  value: '',
  more: '',
};

export const ISO_SECONDS = '%Y-%m-%dT%H:%M:%SZ';

export const NOT_INCREMENTAL: Incremental = {
  isOn: false,
  field: '',
  format: ISO_SECONDS,
  start: '',
  startParameter: '',
  endParameter: '',
};

export const NO_AUTHENTICATION: Authentication = { kind: 'none', into: 'header', name: '', titles: {} };

export const newStream = (): StreamForm => ({
  name: '',
  path: '',
  method: 'GET',
  parameters: [],
  headers: [],
  body: [],
  recordsPath: '',
  primaryKey: '',
  pages: NO_PAGES,
  incremental: NOT_INCREMENTAL,
});

export const newApiForm = (): ApiForm => ({
  version: '6.0.0',
  baseUrl: '',
  authentication: NO_AUTHENTICATION,
  streams: [newStream()],
});

/** Names that have another meaning in a manifest. */
export const RESERVED_NAMES: ReadonlySet<string> = new Set(['<<', '$ref', '__proto__', '$parameters']);
