import { ownValue } from '@headwater/shared/contract';
import type { NewSourceConnection } from '@headwater/shared/contract';
import { useFailureText } from '@headwater/shared/messages';
import { useMemo, useRef, useState } from 'react';
import type { Connector } from '../connector.queries.ts';
import { useConnectorName } from '../connector-tile.tsx';
import { asFieldError, blamedFailure } from './blame.ts';
import { configurationOf, type FormValues } from './configuration.ts';
import type { ConnectionParts } from './connection-string.ts';
import type { ConnectionCheck } from '../connection-check.queries.ts';
import { fieldsFor, fieldsOf, type FieldSpec } from './specification.ts';
import { useConnectionCheck } from './use-connection-check.ts';
import { useObservedForm } from './use-observed-form.ts';

/** What the button that submits the form does. */
export type Intent = 'test' | 'save';

/** A configuration, with the ID of the connection check that it passed, if any. */
export type TestedConfiguration = Pick<NewSourceConnection, 'configuration' | 'connectionCheckId'>;

export interface ConnectionFormOptions {
  organizationId: string;
  connector: Connector;
  /** Includes `name` if the form has that field. */
  initialValues: FormValues;
  /** The names of the secrets that the server has for the edited connection. */
  stored: ReadonlySet<string>;
  sourceConnectionId?: string;
  onValues?(values: FormValues): void;
  save(tested: TestedConfiguration, values: FormValues): Promise<void>;
}

/** The form's values, its test, and its submit handler, which tests or saves depending on the button. */
export function useConnectionForm({
  organizationId,
  connector,
  stored,
  save,
  ...options
}: ConnectionFormOptions) {
  const all = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const form = useObservedForm(options.initialValues, options.onValues);
  const fields = useMemo(() => fieldsFor(all, form.values), [all, form.values]);
  const test = useConnectionCheck(organizationId);
  const failureText = useFailureText();
  const nameOf = useConnectorName();
  const [testedValues, setTestedValues] = useState<FormValues | null>(null);
  const [doing, setDoing] = useState<Intent | null>(null);
  const intent = useRef<Intent>('test');
  const outdated = testedValues !== null && !sameConfiguration(fields, testedValues, form.values);
  const passed = test.check?.state === 'succeeded' && !outdated;
  const current = configurationOf(fields, form.values, { stored });
  const isReached =
    testedValues !== null &&
    isRead(test.check) &&
    sameConfiguration(fields.filter(saysWhere), testedValues, form.values);

  const runTest = async (values: FormValues) => {
    setTestedValues(values);
    const configuration = configurationOf(fieldsFor(all, values), values, { stored });
    const check = await test.run({
      connector: connector.id,
      configuration,
      sourceConnectionId: options.sourceConnectionId,
    });
    const failure = check && blamedFailure(check);
    if (failure) throw asFieldError(failure.field, failureText(failure).message);
  };
  const runSave = (values: FormValues) =>
    save(
      {
        configuration: configurationOf(fieldsFor(all, values), values, { stored }),
        connectionCheckId: passed ? test.check?.id : undefined,
      },
      values,
    );
  const submit = async (values: FormValues) => {
    setDoing(intent.current);
    try {
      await (intent.current === 'test' ? runTest(values) : runSave(values));
    } finally {
      setDoing(null);
    }
  };
  return {
    fields,
    form,
    test,
    submit,
    doing,
    /** Whether the form's configuration has changed since the test. */
    outdated,
    passed,
    /** The configuration whose tables can be shown, because the test has read what it's about. Otherwise null. */
    readable: connector.category === 'file' && isReached ? current : null,
    setIntent: (what: Intent) => (intent.current = what),
    fillFrom: (parts: ConnectionParts) =>
      form.fill({ ...matchingParts(fields, parts), ...nameFrom(parts, form.values, nameOf(connector)) }),
  };
}

/** Groups of fields about how something is read, wherever it is. */
const READING: ReadonlySet<string | undefined> = new Set(['dialect', 'layout', 'archive']);
const saysWhere = ({ group, kind }: FieldSpec) => !READING.has(group) && kind !== 'sheets';

/** Whether a test has got as far as to the files, whatever is in them. */
const isRead = (check: ConnectionCheck | undefined): boolean =>
  check?.state === 'succeeded' ||
  (check?.state === 'failed' &&
    check.steps.some(({ name, failure }) => name === 'scan' && failure && !failure.code?.startsWith('web_')));

/** Ignores the name, which isn't part of the configuration, so it can change after a test. */
const sameConfiguration = (fields: readonly FieldSpec[], before: FormValues, now: FormValues) =>
  fields.every(({ name }) => ownValue(before, name) === ownValue(now, name));

/** Returns the parts that this connector has a field for, without values that a choice doesn't offer. */
function matchingParts(fields: readonly FieldSpec[], parts: ConnectionParts): FormValues {
  const fits = (name: string, value: string) =>
    fields.some((field) => field.name === name && (field.kind !== 'choice' || field.options.includes(value)));
  return Object.fromEntries(Object.entries(parts).filter(([name, value]) => fits(name, value)));
}

/** Names the connection after the database, unless someone has typed a name. */
const nameFrom = ({ database }: ConnectionParts, { name }: FormValues, first: string): FormValues =>
  database && name === first ? { name: database } : {};
