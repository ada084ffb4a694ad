interface Parts {
  url: string;
  name?: string;
  path?: string;
  /** Lines of YAML for parts of the stream, in one line each. */
  requester?: string;
  authenticator?: string;
  paginator?: string;
  selector?: string;
  retriever?: string;
  stream?: string;
  schema?: string | null;
  more?: string;
  spec?: string;
}

/** Writes a manifest with one stream. Parts are YAML in braces. */
export function manifestOf({ url, name = 'items', path = '/items', ...parts }: Parts): string {
  const field = (key: string, value: string | undefined) => (value === undefined ? '' : `, ${key}: ${value}`);
  const selector =
    parts.selector ?? '{type: RecordSelector, extractor: {type: DpathExtractor, field_path: [items]}}';
  const requester = `{type: HttpRequester, url_base: "${url}", path: "${path}"${field('authenticator', parts.authenticator)}${parts.requester ?? ''}}`;
  const retriever = `{type: SimpleRetriever, requester: ${requester}, record_selector: ${selector}${field('paginator', parts.paginator)}${parts.retriever ?? ''}}`;
  const schema =
    parts.schema === null || parts.schema === undefined
      ? undefined
      : `{type: InlineSchemaLoader, schema: {type: object, properties: ${parts.schema}}}`;
  return [
    'version: 6.0.0',
    'type: DeclarativeSource',
    `check: {type: CheckStream, stream_names: [${name}]}`,
    'streams:',
    `  - {type: DeclarativeStream, name: ${name}, primary_key: id, retriever: ${retriever}${field('schema_loader', schema)}${parts.stream ?? ''}}`,
    ...(parts.more === undefined ? [] : [parts.more]),
    `spec: {type: Spec, connection_specification: {type: object, properties: ${parts.spec ?? '{}'}}}`,
    '',
  ].join('\n');
}
