import { ownValue } from '@headwater/shared/contract';
import type { FormFault } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { Banner, Button, Row, Stack, styled } from '@headwater/shared/ui';
import { TwoColumns } from '@headwater/shared/ui/workspace';
import { useEffect, useMemo, useRef } from 'react';
import { readForm } from '../../connector-form.queries.ts';
import type { Connector } from '../../connector.queries.ts';
import { messages } from '../../messages.ts';
import type { FormValues } from '../configuration.ts';
import { MANIFEST } from '../manifest/has-manifest.ts';
import { RequestTestCard } from '../request-test/request-test-card.tsx';
import { CREDENTIALS, type ApiForm } from './api-form.ts';
import { ApiFields } from './api-fields.tsx';
import { credentialName } from './credentials.ts';
import { useFieldTitle } from './field-title.ts';
import { fieldOfLine } from './field-of-line.ts';
import { NotShownPanel } from './not-shown-panel.tsx';
import { isShown, readManifest } from './read-manifest.ts';
import { StreamFields } from './stream-fields.tsx';
import { StreamList } from './stream-list.tsx';
import { inStream, useBuilder } from './use-builder.ts';
import { writeManifest } from './write-manifest.ts';

export interface BuilderProps {
  organizationId: string;
  connector: Connector;
  sourceConnectionId: string | undefined;
  /** The manifest to begin with. */
  text: string;
  /** The line of it to begin at. */
  line: number | null;
  /** The secrets that are stored for this manifest. */
  stored: ReadonlySet<string>;
  typed: FormValues;
  onTyped(values: FormValues): void;
  isReading: boolean;
  error: Error | null;
  onText(text: string): void;
  /** Goes on with a manifest. Returns what is wrong with it. */
  onUse(text: string): Promise<readonly FormFault[]>;
  /** Shows the manifest at a line. */
  onYaml(line: number): void;
  /** Leaves the manifest as it was. Not for the first one. */
  onCancel: (() => void) | undefined;
}

/** Builds a manifest in a form, if it has nothing that the form can't show. */
export function Builder(props: BuilderProps) {
  const { text, onYaml } = props;
  // Later texts are those of the form itself.
  const begin = useRef(text);
  const read = useMemo(() => readManifest(begin.current), []);
  if (!isShown(read)) return <NotShownPanel found={read} onYaml={onYaml} />;
  return <BuilderForm {...props} initial={read} />;
}

function BuilderForm({
  initial,
  text,
  line,
  stored,
  typed,
  onTyped,
  onText,
  ...props
}: BuilderProps & { initial: ApiForm }) {
  const t = messages.use();
  const root = useRef<HTMLDivElement>(null);
  const { form, change, index, setIndex, changeStream, check, refuse, fields } = useBuilder({
    initial,
    root,
    onText,
  });
  const titleOf = useFieldTitle(form);
  const stream = form.streams[index];
  const { organizationId, connector } = props;
  const begin = useRef(() => line !== null && fields.goTo(fieldOfLine(text, line, initial)));
  useEffect(() => void begin.current(), []);
  const use = async () => {
    if (!check()) return;
    const manifest = text.trim() === '' ? writeManifest(form) : text;
    refuse(manifest, await props.onUse(manifest));
  };
  /** The manifest that was sent last. */
  const sent = useRef('');
  const configuration = async () => {
    if (!stream || !check(index)) return null;
    // Stored secrets belong to the whole manifest. What isn't filled in of other streams can't be in the way otherwise.
    const manifest = stored.size > 0 ? text : writeManifest({ ...form, streams: [stream] });
    sent.current = manifest;
    const { faults } = await readForm(organizationId, connector.id, { [MANIFEST]: manifest });
    if (refuse(manifest, faults, fieldNow)) return null;
    return { [MANIFEST]: manifest, ...credentialsOf(form, typed, stored) };
  };
  const fieldNow = (name: string) => (stored.size > 0 ? name : inStream(index)(name));
  return (
    <TwoColumns ref={root}>
      <Stack gap={8}>
        <ApiFields
          form={form}
          onChange={(some) => change({ ...form, ...some })}
          {...{ fields, stored, typed, onTyped }}
        />
        <StreamList
          streams={form.streams}
          index={index}
          onOpen={setIndex}
          onChange={(streams) => change({ ...form, streams })}
          fields={fields}
        >
          {stream && (
            <StreamFields key={index} stream={stream} index={index} onChange={changeStream} fields={fields} />
          )}
        </StreamList>
        <BuilderFoot {...props} onUse={() => void use()} />
      </Stack>
      {stream && (
        <Aside>
          <RequestTestCard
            key={index}
            organizationId={organizationId}
            connector={connector.id}
            sourceConnectionId={props.sourceConnectionId}
            streams={[stream.name]}
            configuration={configuration}
            titleOfField={titleOf}
            onGoToField={fields.goTo}
            toLine={(at) => {
              const field = fieldNow(fieldOfLine(sent.current, at, form));
              return {
                label: t('check.go_to_field', { field: titleOf(field) }),
                go: () => fields.goTo(field),
              };
            }}
          />
        </Aside>
      )}
    </TwoColumns>
  );
}

/** Returns what the form's credentials are set to: what is typed, or that it's stored. */
function credentialsOf({ authentication }: ApiForm, typed: FormValues, stored: ReadonlySet<string>) {
  const found = CREDENTIALS[authentication.kind].map((name) => {
    const field = credentialName(name);
    const value = ownValue(typed, field);
    return [field, value || (stored.has(field) ? { set: true } : undefined)] as const;
  });
  return Object.fromEntries(found.filter(([, value]) => value !== undefined));
}

type BuilderFootProps = Pick<BuilderProps, 'error' | 'isReading' | 'onCancel'> & { onUse(): void };

/** Goes on with the manifest, unless it's kept as it was. */
function BuilderFoot({ error, isReading, onUse, onCancel }: BuilderFootProps) {
  const t = messages.use();
  const errorText = useErrorText();
  return (
    <>
      {error && (
        <Banner tone="bad" role="alert">
          {errorText(error)}
        </Banner>
      )}
      <Row>
        <Button variant="primary" busy={isReading} onClick={onUse}>
          {t('builder.use')}
        </Button>
        {onCancel && (
          <Button variant="ghost" onClick={onCancel}>
            {t('manifest.keep')}
          </Button>
        )}
      </Row>
    </>
  );
}

const Aside = styled('div')({
  '@media (min-width: 901px)': {
    position: 'sticky',
    top: 16,
    maxHeight: 'calc(100vh - 96px)',
    overflow: 'auto',
  },
});
