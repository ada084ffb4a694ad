import type { NewSourceConnection } from '@headwater/shared/contract';
import { useFailureText } from '@headwater/shared/messages';
import { useMemo, useRef, useState } from 'react';
import type { Connector } from '../connector.queries.ts';
import { asFieldError, blamedFailure } from './blame.ts';
import { configurationOf, type FormValues } from './configuration.ts';
import type { ConnectionParts } from './connection-string.ts';
import { fieldsOf, type FieldSpec } from './specification.ts';
import { useConnectionCheck } from './use-connection-check.ts';
import { useObservedForm } from './use-observed-form.ts';

/** What a press on one of the form's buttons is meant to do. */
export type Intent = 'test' | 'save';

/** A configuration, with the check that vouches for it if one has passed. */
export type TestedConfiguration = Pick<NewSourceConnection, 'configuration' | 'connectionCheckId'>;

export interface ConnectionFormOptions {
  organizationId: string;
  connector: Connector;
  /** With `name`, where the form asks for it. */
  initialValues: FormValues;
  /** Secrets that the server has, of the connection that is edited. */
  stored: ReadonlySet<string>;
  sourceConnectionId?: string;
  onValues?(values: FormValues): void;
  save(tested: TestedConfiguration, values: FormValues): Promise<void>;
}

/** The form's values, its test, and what a submit does: it tests or saves, by the button that was pressed. */
export function useConnectionForm({
  organizationId,
  connector,
  stored,
  save,
  ...options
}: ConnectionFormOptions) {
  const fields = useMemo(() => fieldsOf(connector.connectionSpecification), [connector]);
  const form = useObservedForm(options.initialValues, options.onValues);
  const test = useConnectionCheck(organizationId);
  const failureText = useFailureText();
  const [testedValues, setTestedValues] = useState<FormValues | null>(null);
  const [doing, setDoing] = useState<Intent | null>(null);
  const intent = useRef<Intent>('test');
  const outdated = testedValues !== null && !sameConfiguration(fields, testedValues, form.values);
  const passed = test.check?.state === 'succeeded' && !outdated;

  const runTest = async (values: FormValues) => {
    setTestedValues(values);
    const configuration = configurationOf(fields, values, { stored });
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
        configuration: configurationOf(fields, values, { stored }),
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
    /** The test says nothing about what the form holds now. */
    outdated,
    passed,
    mean: (what: Intent) => (intent.current = what),
    fillFrom: (parts: ConnectionParts) =>
      form.fill({ ...fitting(fields, parts), ...nameFrom(parts, form.values, connector) }),
  };
}

/** The name may change after a test: it is no part of the configuration. */
const sameConfiguration = (fields: readonly FieldSpec[], before: FormValues, now: FormValues) =>
  fields.every(({ name }) => before[name] === now[name]);

/** The parts that this connector has a field for; a choice that it doesn't offer is left as it is. */
function fitting(fields: readonly FieldSpec[], parts: ConnectionParts): FormValues {
  const fits = (name: string, value: string) =>
    fields.some((field) => field.name === name && (field.kind !== 'choice' || field.options.includes(value)));
  return Object.fromEntries(Object.entries(parts).filter(([name, value]) => fits(name, value)));
}

/** A name that nobody has typed follows the database. */
const nameFrom = ({ database }: ConnectionParts, { name }: FormValues, connector: Connector): FormValues =>
  database && name === connector.name ? { name: database } : {};
