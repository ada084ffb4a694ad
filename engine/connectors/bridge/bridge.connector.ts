import { ownValue } from '@headwater/shared/contract/plain';
import type { CheckStep } from '@headwater/shared/contract';
import { failure, FailureError } from '@headwater/base/failures/failure';
import type {
  Configuration,
  Connector,
  ConnectorContext,
  ConnectorSpecification,
  DiscoveredStream,
} from '@headwater/protocol/protocol';
import { finding } from '@headwater/protocol/finding';
import { passed, takeSteps, type Outcome, type Step } from '@headwater/protocol/take-steps';
import { formSchema } from '@headwater/manifests/manifest/form-schema';
import { configOf, fieldName, fieldsOf, type ManifestField } from '@headwater/manifests/manifest/form';
import { Faults } from '@headwater/manifests/manifest/fault';
import { Lines } from '@headwater/manifests/manifest/tree';
import { commentsIn, shapeOf } from '@headwater/manifests/stream/schema';
import { dataOf } from '@headwater/manifests/template/values';
import type { Bridge } from '@headwater/protocol/bridge-declaration';
import type { FoundStream } from './bridge.dialect.ts';
import { dialectOf, foundStreams, messages, type Calling } from './bridge-calls.ts';
import { preview, read, type Source } from './bridge.read.ts';

/** Makes a connector of an executable that the operator has registered. */
export function bridgeConnector(bridge: Bridge): Connector {
  const { fields } = formOf(bridge);
  const specification = specificationOf(bridge, fields);
  const calling = (given: Configuration, context: ConnectorContext): Calling => ({
    bridge,
    config: configOf(fields, given),
    secrets: fields
      .filter(({ isSecret }) => isSecret)
      .map(({ path }) => ownValue(given, fieldName(path)))
      .filter((secret) => typeof secret === 'string'),
    context,
  });
  return {
    name: bridge.declaration.name,
    spec: () => specification,
    // Any field can be an address, and only the executable knows which.
    keepsSecrets: (before, after) =>
      fields.every(({ path, isSecret }) => {
        const name = fieldName(path);
        return isSecret
          ? typeof ownValue(after, name) !== 'string'
          : JSON.stringify(ownValue(before, name)) === JSON.stringify(ownValue(after, name));
      }),
    check: (given, context) => check(calling(given, context)),
    discover: async (given, context) => (await foundStreams(calling(given, context))).map(described),
    read: (given, catalog, states, context) => read(calling(given, context), catalog, states, context),
    preview: (given, stream, rows, context) => preview(calling(given, context), stream, rows, context),
  };
}

/** Returns the fields of a form for the configuration, and what in its schema no form can have. */
export function formOf({ specification }: Bridge): { fields: ManifestField[]; unsupported: string[] } {
  const faults = new Faults();
  const fields = fieldsOf(dataOf(specification), new Lines(), faults);
  return { fields, unsupported: faults.all.map(({ message }) => message) };
}

function specificationOf({ declaration }: Bridge, fields: readonly ManifestField[]): ConnectorSpecification {
  const { title, name, about = '', protocol } = declaration;
  const letters = title.replace(/[^A-Za-z]/g, '');
  return {
    name: title,
    category: 'operator',
    supportLevel: 'operator',
    aliases: [name, protocol, 'bridge'],
    tile: {
      letters: `${(letters[0] ?? 'B').toUpperCase()}${(letters[1] ?? 'r').toLowerCase()}`,
      hue: 7,
    },
    takesUploads: false,
    connectionSpecification: formSchema(
      {
        $schema: 'http://json-schema.org/draft-07/schema#',
        title,
        description: about,
        type: 'object',
        required: [],
        additionalProperties: false,
        properties: {},
      },
      fields,
    ),
    checkSteps: protocol === 'airbyte' ? ['sign_in', 'list'] : ['list'],
    supportedSyncModes: ['full_refresh', 'incremental'],
    filtersRows: false,
  };
}

async function* check(calling: Calling): AsyncIterable<CheckStep> {
  const steps: Step[] = [
    ['list', async () => passed(finding('tables_found', { tables: (await foundStreams(calling)).length }))],
  ];
  if (dialectOf(calling.bridge).check) steps.unshift(['sign_in', () => signIn(calling)]);
  yield* takeSteps(steps, calling.context.signal);
}

async function signIn(calling: Calling): Promise<Outcome> {
  const bridge = calling.bridge.declaration.title;
  let isAnswered = false;
  for await (const message of messages(calling, dialectOf(calling.bridge).check!)) {
    if (message.type !== 'status') continue;
    isAnswered = true;
    const { isSuccess, reason } = message;
    if (!isSuccess) throw new FailureError('bridge_check_failed', { bridge, reason: reason || '–' });
  }
  if (!isAnswered) throw new FailureError('bridge_no_answer', { bridge, call: 'check' });
  return passed();
}

function described({ namespace, name, schema, key, raw, canContinue }: FoundStream): DiscoveredStream {
  const shape = shapeOf(schema, key);
  const { columns, fields } = shape ?? { columns: [], fields: [] };
  const nameOf = (field: string) => columns[fields.indexOf(field)]?.name;
  const names = key.map(nameOf);
  return {
    namespace,
    name,
    suggestedTableName: namespace === null ? name : `${namespace}.${name}`,
    primaryKey: names.every((each) => each !== undefined) ? names : [],
    columns,
    source: { raw, fields, canContinue } satisfies Source,
    problem: shape ? null : failure('bridge_no_columns', { table: name }),
    findings: [],
    comments: commentsIn(schema, { columns, fields }),
    estimatedRows: null,
    estimatedBytes: null,
  };
}
