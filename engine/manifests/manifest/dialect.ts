/** What a field of a component takes. */
export type Kind =
  | 'template'
  | 'text'
  | 'number'
  | 'boolean'
  | 'condition'
  | 'templates'
  | 'path'
  | 'paths'
  | 'map'
  | 'data'
  | 'any'
  | 'ignored'
  | 'unsupported'
  | { words: readonly string[] }
  | { one: readonly string[]; byDefault?: string; orText?: true }
  /** A component for each of any keys. */
  | { each: readonly string[] }
  | { many: readonly string[]; byDefault?: string; orOne?: true; orText?: true };

export interface Component {
  required: readonly string[];
  fields: Readonly<Record<string, Kind>>;
}

const component = (required: string, fields: Record<string, Kind> = {}): Component => ({
  required: required === '' ? [] : required.split(' '),
  fields,
});

const one = (...types: string[]): Kind => ({ one: types });
/** A mapping without a type is the default one. */
const usually = (byDefault: string, ...others: string[]): Kind => ({
  one: [byDefault, ...others],
  byDefault,
});
const words = (...known: string[]): Kind => ({ words: known });
const many = (...types: string[]): Kind => ({ many: types });
const manyUsually = (byDefault: string): Kind => ({ many: [byDefault], byDefault });

const AUTHENTICATORS = [
  'NoAuth',
  'ApiKeyAuthenticator',
  'BearerAuthenticator',
  'BasicHttpAuthenticator',
  'OAuthAuthenticator',
  'SessionTokenAuthenticator',
  'JwtAuthenticator',
  'SelectiveAuthenticator',
  'RateLimitedMultipleTokenAuthenticator',
];
const DECODERS = one(
  'JsonDecoder',
  'JsonItemsDecoder',
  'JsonlDecoder',
  'IterableDecoder',
  'GzipDecoder',
  'CsvDecoder',
  'XmlDecoder',
);
const OPTION = usually('RequestOption');
const PLAIN_ROUTERS = ['ListPartitionRouter', 'SubstreamPartitionRouter', 'UnionPartitionRouter'];
const ROUTERS = [...PLAIN_ROUTERS, 'GroupingPartitionRouter'];
const EXTRACTORS = ['DpathExtractor', 'CombinedExtractor'];

const SESSION_KEY: Record<string, Kind> = { inject_into: OPTION, api_token: 'template' };

/** The components that can be read with, with all of their fields. What a field means is the business of what reads it. */
export const COMPONENTS: Readonly<Record<string, Component>> = {
  DeclarativeSource: component('check', {
    check: usually('CheckStream'),
    streams: { many: ['DeclarativeStream'], byDefault: 'DeclarativeStream' },
    dynamic_streams: 'unsupported',
    version: 'any',
    schemas: 'any',
    definitions: 'any',
    spec: usually('Spec'),
    concurrency_level: 'ignored',
    api_budget: one('HTTPAPIBudget'),
    stream_groups: 'ignored',
    max_concurrent_async_job_count: 'ignored',
    metadata: 'any',
    description: 'any',
  }),
  CheckStream: component('', {
    stream_names: 'any',
    dynamic_streams_check_configs: 'unsupported',
    config_overrides: 'unsupported',
  }),
  Spec: component('connection_specification', {
    connection_specification: 'any',
    documentation_url: 'any',
    advanced_auth: 'ignored',
    config_normalization_rules: 'unsupported',
  }),
  DeclarativeStream: component('retriever', {
    name: 'template',
    retriever: usually('SimpleRetriever'),
    incremental_sync: one('DatetimeBasedCursor', 'IncrementingCountCursor'),
    primary_key: 'data',
    schema_loader: {
      many: ['InlineSchemaLoader', 'JsonFileSchemaLoader', 'DynamicSchemaLoader'],
      byDefault: 'JsonFileSchemaLoader',
      orOne: true,
    },
    transformations: many(
      'AddFields',
      'RemoveFields',
      'KeysToLower',
      'KeysToSnakeCase',
      'KeysReplace',
      'FlattenFields',
      'DpathFlattenFields',
    ),
    state_migrations: 'any',
    file_uploader: 'unsupported',
  }),
  SimpleRetriever: component('requester record_selector', {
    requester: usually('HttpRequester'),
    record_selector: usually('RecordSelector'),
    decoder: DECODERS,
    paginator: usually('DefaultPaginator', 'NoPagination'),
    pagination_reset: 'unsupported',
    page_size_reduction: 'unsupported',
    request_window_splitting: 'unsupported',
    ignore_stream_slicer_parameters_on_paginated_requests: 'boolean',
    partition_router: { many: ROUTERS, orOne: true },
  }),
  HttpRequester: component('', {
    url_base: 'template',
    url: 'template',
    path: 'template',
    http_method: words('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
    authenticator: { one: AUTHENTICATORS },
    fetch_properties_from_endpoint: 'unsupported',
    query_properties: 'unsupported',
    request_parameters: 'map',
    request_headers: 'map',
    request_body_data: 'map',
    request_body_json: 'map',
    request_body: one(
      'RequestBodyPlainText',
      'RequestBodyUrlEncodedForm',
      'RequestBodyJsonObject',
      'RequestBodyGraphQL',
    ),
    error_handler: usually('DefaultErrorHandler', 'CompositeErrorHandler'),
    use_cache: 'any',
    connect_timeout_in_seconds: 'ignored',
    read_timeout_in_seconds: 'ignored',
    use_tcp_keepalive: 'ignored',
  }),
  RequestBodyPlainText: component('value', { value: 'template' }),
  RequestBodyUrlEncodedForm: component('value', { value: 'map' }),
  RequestBodyJsonObject: component('value', { value: 'map' }),
  RequestBodyGraphQL: component('value', { value: 'map' }),

  NoAuth: component(''),
  ApiKeyAuthenticator: component('', { api_token: 'template', header: 'template', inject_into: OPTION }),
  BearerAuthenticator: component('api_token', { api_token: 'template' }),
  BasicHttpAuthenticator: component('username', { username: 'template', password: 'template' }),
  OAuthAuthenticator: component('', {
    client_id_name: 'template',
    client_id: 'template',
    client_secret_name: 'template',
    client_secret: 'template',
    refresh_token_name: 'template',
    refresh_token: 'template',
    token_refresh_endpoint: 'template',
    access_token_name: 'template',
    access_token_value: 'template',
    expires_in_name: 'template',
    grant_type_name: 'template',
    grant_type: 'template',
    refresh_request_body: 'map',
    refresh_request_headers: 'map',
    send_refresh_request_as_query_params: 'boolean',
    scopes: 'templates',
    token_expiry_date: 'template',
    token_expiry_date_format: 'text',
    refresh_token_error_status_codes: 'ignored',
    refresh_token_error_key: 'ignored',
    refresh_token_error_values: 'ignored',
    refresh_token_updater: 'unsupported',
    profile_assertion: 'unsupported',
    use_profile_assertion: 'unsupported',
  }),
  SessionTokenAuthenticator: component('login_requester session_token_path request_authentication', {
    login_requester: usually('HttpRequester'),
    session_token_path: 'path',
    expiration_duration: 'text',
    request_authentication: one(
      'ApiKey',
      'Bearer',
      'SessionTokenRequestApiKeyAuthenticator',
      'SessionTokenRequestBearerAuthenticator',
    ),
    decoder: DECODERS,
  }),
  ApiKey: component('inject_into', SESSION_KEY),
  Bearer: component(''),
  // What the reference calls these two, which isn't what manifests do.
  SessionTokenRequestApiKeyAuthenticator: component('inject_into', SESSION_KEY),
  SessionTokenRequestBearerAuthenticator: component(''),
  JwtAuthenticator: component('secret_key algorithm', {
    secret_key: 'template',
    base64_encode_secret_key: 'any',
    algorithm: words(
      'HS256',
      'HS384',
      'HS512',
      'RS256',
      'RS384',
      'RS512',
      'PS256',
      'PS384',
      'PS512',
      'ES256',
      'ES384',
      'ES512',
      'EdDSA',
    ),
    token_duration: 'any',
    header_prefix: 'template',
    jwt_headers: 'map',
    additional_jwt_headers: 'map',
    jwt_payload: 'map',
    additional_jwt_payload: 'map',
    passphrase: 'template',
    request_option: OPTION,
  }),
  SelectiveAuthenticator: component('authenticator_selection_path authenticators', {
    authenticator_selection_path: 'path',
    authenticators: { each: AUTHENTICATORS },
  }),
  RateLimitedMultipleTokenAuthenticator: component('tokens quota_status_source quotas', {
    tokens: 'data',
    token_delimiter: 'text',
    auth_method: 'text',
    header: 'template',
    quota_status_source: usually('QuotaStatusSource'),
    quotas: manyUsually('TokenQuota'),
    max_wait_time: 'template',
    budget_reserve_fraction: 'number',
    budget_min_reserve: 'number',
  }),
  QuotaStatusSource: component('url', {
    url: 'template',
    http_method: words('GET', 'POST'),
    request_headers: 'map',
    unavailable_status_codes: 'any',
  }),
  TokenQuota: component('name remaining_path reset_path', {
    name: 'text',
    remaining_path: 'path',
    reset_path: 'path',
    limit_path: 'path',
    matchers: manyUsually('HttpRequestRegexMatcher'),
    remaining_header: 'text',
    reset_header: 'text',
    limit_header: 'text',
    exhaustion_status_codes: 'any',
  }),

  RequestOption: component('inject_into', {
    inject_into: words('request_parameter', 'header', 'body_data', 'body_json'),
    field_name: 'template',
    field_path: 'path',
  }),
  RequestPath: component(''),

  RecordSelector: component('extractor', {
    extractor: { one: EXTRACTORS, byDefault: 'DpathExtractor' },
    record_filter: usually('RecordFilter'),
    schema_normalization: words('None', 'Default'),
    transform_before_filtering: 'boolean',
  }),
  DpathExtractor: component('field_path', { field_path: 'path', record_expander: 'unsupported' }),
  CombinedExtractor: component('extractors', {
    extractors: { many: EXTRACTORS, byDefault: 'DpathExtractor' },
    mode: words('union', 'first_match'),
    skip_empty_records: 'boolean',
  }),
  RecordFilter: component('', { condition: 'condition' }),

  AddFields: component('fields', { fields: manyUsually('AddedFieldDefinition'), condition: 'condition' }),
  AddedFieldDefinition: component('path value', {
    path: 'path',
    value: 'template',
    value_type: words('string', 'integer', 'number', 'boolean'),
  }),
  RemoveFields: component('field_pointers', { condition: 'condition', field_pointers: 'paths' }),
  KeysToLower: component(''),
  KeysToSnakeCase: component(''),
  KeysReplace: component('old new', { old: 'template', new: 'template' }),
  FlattenFields: component('', { flatten_lists: 'boolean' }),
  DpathFlattenFields: component('field_path', {
    field_path: 'path',
    delete_origin_value: 'boolean',
    replace_record: 'boolean',
    key_transformation: usually('KeyTransformation'),
  }),
  KeyTransformation: component('', { prefix: 'template', suffix: 'template' }),

  NoPagination: component(''),
  DefaultPaginator: component('pagination_strategy', {
    pagination_strategy: one('CursorPagination', 'OffsetIncrement', 'PageIncrement'),
    page_size_option: OPTION,
    page_token_option: usually('RequestOption', 'RequestPath'),
  }),
  CursorPagination: component('cursor_value', {
    cursor_value: 'template',
    page_size: 'any',
    stop_condition: 'condition',
  }),
  OffsetIncrement: component('', { page_size: 'any', inject_on_first_request: 'boolean' }),
  PageIncrement: component('', {
    page_size: 'any',
    start_from_page: 'number',
    inject_on_first_request: 'boolean',
  }),

  DatetimeBasedCursor: component('cursor_field start_datetime datetime_format', {
    clamping: 'unsupported',
    cursor_field: 'template',
    allow_catalog_defined_cursor_field: 'any',
    cursor_datetime_formats: 'any',
    start_datetime: { one: ['MinMaxDatetime'], byDefault: 'MinMaxDatetime', orText: true },
    start_time_option: OPTION,
    end_datetime: { one: ['MinMaxDatetime'], byDefault: 'MinMaxDatetime', orText: true },
    end_time_option: OPTION,
    datetime_format: 'text',
    cursor_granularity: 'text',
    is_data_feed: 'boolean',
    is_client_side_incremental: 'boolean',
    is_compare_strictly: 'boolean',
    global_substream_cursor: 'boolean',
    lookback_window: 'template',
    partition_field_end: 'template',
    partition_field_start: 'template',
    step: 'template',
  }),
  MinMaxDatetime: component('datetime', {
    datetime: 'template',
    datetime_format: 'text',
    max_datetime: 'template',
    min_datetime: 'template',
  }),
  IncrementingCountCursor: component('cursor_field', {
    cursor_field: 'template',
    allow_catalog_defined_cursor_field: 'any',
    start_value: 'any',
    start_value_option: OPTION,
  }),

  ListPartitionRouter: component('cursor_field values', {
    cursor_field: 'template',
    values: 'any',
    request_option: OPTION,
  }),
  UnionPartitionRouter: component('partition_field partition_routers', {
    partition_field: 'template',
    partition_routers: many(...PLAIN_ROUTERS),
  }),
  GroupingPartitionRouter: component('group_size underlying_partition_router', {
    group_size: 'number',
    underlying_partition_router: { one: PLAIN_ROUTERS },
    deduplicate: 'boolean',
  }),
  SubstreamPartitionRouter: component('parent_stream_configs', {
    parent_stream_configs: manyUsually('ParentStreamConfig'),
  }),
  ParentStreamConfig: component('stream parent_key partition_field', {
    stream: usually('DeclarativeStream'),
    parent_key: 'template',
    partition_field: 'template',
    request_option: OPTION,
    incremental_dependency: 'ignored',
    lazy_read_pointer: 'unsupported',
    extra_fields: 'paths',
  }),

  DefaultErrorHandler: component('', {
    backoff_strategies: {
      many: [
        'ConstantBackoffStrategy',
        'ExponentialBackoffStrategy',
        'WaitTimeFromHeader',
        'WaitUntilTimeFromHeader',
        'WaitTimeFromResponse',
      ],
      orOne: true,
    },
    max_retries: 'any',
    response_filters: manyUsually('HttpResponseFilter'),
  }),
  CompositeErrorHandler: component('error_handlers', {
    error_handlers: {
      many: ['DefaultErrorHandler', 'CompositeErrorHandler'],
      byDefault: 'DefaultErrorHandler',
    },
  }),
  HttpResponseFilter: component('', {
    action: words('SUCCESS', 'FAIL', 'RETRY', 'IGNORE', 'RATE_LIMITED', 'REFRESH_TOKEN_THEN_RETRY'),
    failure_type: 'text',
    error_message: 'template',
    error_message_contains: 'text',
    http_codes: 'any',
    predicate: 'condition',
  }),
  ConstantBackoffStrategy: component('backoff_time_in_seconds', {
    backoff_time_in_seconds: 'any',
    jitter_range_in_seconds: 'ignored',
  }),
  ExponentialBackoffStrategy: component('', { factor: 'any', jitter_range_in_seconds: 'ignored' }),
  WaitTimeFromHeader: component('header', {
    header: 'template',
    regex: 'text',
    max_waiting_time_in_seconds: 'ignored',
  }),
  WaitUntilTimeFromHeader: component('header', {
    header: 'template',
    min_wait: 'any',
    regex: 'text',
    max_waiting_time_in_seconds: 'ignored',
  }),

  WaitTimeFromResponse: component('wait_time_in_seconds', {
    wait_time_in_seconds: 'template',
    max_waiting_time_in_seconds: 'template',
  }),

  InlineSchemaLoader: component('', { schema: 'any' }),
  JsonFileSchemaLoader: component('', { file_path: 'any' }),
  // Columns are found by reading, so what it would fetch isn't needed.
  DynamicSchemaLoader: component('', {
    retriever: 'any',
    schema_filter: 'any',
    schema_transformations: 'any',
    schema_type_identifier: 'any',
  }),

  JsonDecoder: component(''),
  JsonItemsDecoder: component('items_path', { items_path: 'text', encoding: 'ignored' }),
  JsonlDecoder: component(''),
  IterableDecoder: component(''),
  GzipDecoder: component('decoder', { decoder: DECODERS }),
  XmlDecoder: component(''),
  CsvDecoder: component('', { encoding: 'any', delimiter: 'text', set_values_to_none: 'any' }),

  HTTPAPIBudget: component('policies', {
    policies: many('FixedWindowCallRatePolicy', 'MovingWindowCallRatePolicy', 'UnlimitedCallRatePolicy'),
    ratelimit_reset_header: 'ignored',
    ratelimit_remaining_header: 'ignored',
    status_codes_for_ratelimit_hit: 'ignored',
  }),
  FixedWindowCallRatePolicy: component('period call_limit matchers', {
    period: 'template',
    call_limit: 'any',
    matchers: manyUsually('HttpRequestRegexMatcher'),
  }),
  MovingWindowCallRatePolicy: component('rates matchers', {
    rates: manyUsually('Rate'),
    matchers: manyUsually('HttpRequestRegexMatcher'),
  }),
  UnlimitedCallRatePolicy: component('matchers', { matchers: manyUsually('HttpRequestRegexMatcher') }),
  Rate: component('limit interval', { limit: 'any', interval: 'template' }),
  HttpRequestRegexMatcher: component('', {
    method: 'text',
    url_base: 'template',
    url_path_pattern: 'text',
    params: 'any',
    headers: 'any',
    weight: 'ignored',
  }),
};

/** Components of the dialect that can't be read with. */
export const UNSUPPORTED: ReadonlySet<string> = new Set([
  'AsyncRetriever',
  'CheckDynamicStream',
  'ConditionalStreams',
  'DynamicDeclarativeStream',
  'LegacySessionTokenAuthenticator',
  'PropertiesFromEndpoint',
  'QueryProperties',
  'RecordExpander',
  'ResponseToFileExtractor',
  'StateDelegatingStream',
  'ZipfileDecoder',
]);
