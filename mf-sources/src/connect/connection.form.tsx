import { FilePreviewCard } from '@headwater/shared/files';
import { Form, FormBanner, goToField, TextField } from '@headwater/shared/forms';
import { Stack } from '@headwater/shared/ui';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { useRef } from 'react';
import { messages } from '../messages.ts';
import { configurationOf, sheetsIn } from './configuration.ts';
import { ConfigurationFields } from './configuration-fields.tsx';
import { ConnectionStringInput } from './connection-string-input.tsx';
import { parseConnectionString, parseMysqlString } from './connection-string.ts';
import { ConnectionTest } from './connection-test.tsx';
import { nameRules, rulesOf } from './field-rules.ts';
import { useFieldTexts } from './field-texts.ts';
import { GoogleSheetsGuide } from './google-sheets-guide.tsx';
import { FormButtons } from './form-buttons.tsx';
import { DatabaseGuide } from './database-guide.tsx';
import type { ReadyManifest } from './manifest/manifest-gate.tsx';
import { ManifestGuide } from './manifest/manifest-guide.tsx';
import { RequestTestCard } from './request-test/request-test-card.tsx';
import { SampleShopGuide } from './sample-shop-guide.tsx';
import { WebAddresses } from './web-addresses.tsx';
import { WebFileGuide } from './web-file-guide.tsx';
import { fieldIn, useFirstField } from './first-field.ts';
import { useConnectionForm, type ConnectionFormOptions } from './use-connection-form.ts';

export interface ConnectionFormProps extends ConnectionFormOptions {
  /** The label of the button that saves once the test has passed. */
  saveLabel: string;
  /** Where Cancel leads. Without it, there is no Cancel button. */
  cancelTo?: string;
  /** What the form is made from, if it's a manifest. */
  made?: Pick<ReadyManifest, 'card' | 'streams' | 'toLine'> | undefined;
  /** The field that gets the focus first. */
  focusField?: string | null;
}

/** The databases whose connection strings can be pasted. */
const DATABASES = [
  {
    connector: 'postgres',
    parse: parseConnectionString,
    placeholder: 'postgres://user:password@host:5432/db',
    wrong: 'connect.string_wrong',
  },
  {
    connector: 'mysql',
    parse: parseMysqlString,
    placeholder: 'mysql://user:password@host:3306/db',
    wrong: 'connect.string_wrong_mysql',
  },
] as const;

/** The form of a connection to a server, next to its test, step by step, and a guide. */
export function ConnectionForm({ saveLabel, cancelTo, focusField, made, ...options }: ConnectionFormProps) {
  const t = messages.use();
  const { connector, initialValues, stored } = options;
  const texts = useFieldTexts(connector.id);
  const { fields, form, test, submit, doing, outdated, passed, readable, setIntent, fillFrom } =
    useConnectionForm(options);
  const column = useRef<HTMLDivElement>(null);
  useFirstField(column, focusField);
  const database = DATABASES.find((one) => one.connector === connector.id);
  const withName = 'name' in initialValues;
  const rules = fields.map((field) => [field.name, rulesOf(field, stored.has(field.name), t)] as const);
  return (
    <TwoColumns>
      <Stack gap={4.5} ref={column} onChange={form.onChange}>
        {made?.card}
        {database && (
          <ConnectionStringInput
            parse={database.parse}
            placeholder={database.placeholder}
            wrongText={t(database.wrong)}
            onParts={fillFrom}
          />
        )}
        <Form
          key={form.key}
          initialValues={form.initialValues}
          validate={Object.fromEntries(withName ? [['name', nameRules(t)] as const, ...rules] : rules)}
          onSubmit={submit}
        >
          <FormBanner />
          {withName && <TextField name="name" label={t('connect.name')} autoComplete="off" />}
          <ConfigurationFields connector={connector.id} fields={fields} stored={stored} />
          <FormButtons
            {...{ passed, doing, saveLabel, cancelTo, setIntent }}
            retest={test.check !== undefined}
          />
        </Form>
      </Stack>
      <Stack gap={5}>
        <ConnectionTest
          connector={connector}
          run={test}
          outdated={outdated}
          titleOfField={(name) => texts.titleOf(fields, name)}
          onGoToField={(name) => goToField(fieldIn(column, name))}
          onTake={form.fill}
        />
        <FilePreviewCard
          organizationId={options.organizationId}
          connector={connector.id}
          configuration={readable}
          sourceConnectionId={options.sourceConnectionId}
          sheetsOf={() => sheetsIn(form.values.sheets)}
          onSheets={(_, sheets) => form.fill({ sheets: sheets.length > 0 ? JSON.stringify(sheets) : '' })}
        />
        {database && <DatabaseGuide connector={database.connector} values={form.values} />}
        {connector.id === 'sample_shop' && <SampleShopGuide />}
        {connector.id === 'web_file' && <WebAddresses values={form.values} />}
        {connector.id === 'web_file' && <WebFileGuide />}
        {connector.id === 'google_sheets' && <GoogleSheetsGuide values={form.values} />}
        {made && (
          <RequestTestCard
            organizationId={options.organizationId}
            connector={connector.id}
            sourceConnectionId={options.sourceConnectionId}
            streams={made.streams}
            configuration={() => configurationOf(fields, form.values, { stored })}
            titleOfField={(name) => texts.titleOf(fields, name)}
            onGoToField={(name) => goToField(fieldIn(column, name))}
            toLine={made.toLine}
          />
        )}
        {made && <ManifestGuide />}
      </Stack>
    </TwoColumns>
  );
}
