import type { ToLine } from './to-line.ts';
import { ApiError } from '@headwater/shared/api';
import type { RequestTest } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { Banner, Button, Note, Row, Stack, styled } from '@headwater/shared/ui';
import { Select } from '@headwater/shared/ui/inputs';
import { Card, Mark } from '@headwater/shared/ui/workspace';
import { useEffect, useRef, useState } from 'react';
import { messages } from '../../messages.ts';
import { testRequests } from './request-test.queries.ts';
import { RequestTestResult } from './request-test-result.tsx';

interface RequestTestCardProps {
  organizationId: string;
  connector: string;
  sourceConnectionId?: string | undefined;
  /** The streams to choose from. A single one is named by whoever shows this card. */
  streams: readonly string[];
  /** The configuration as it is in the form. Null if it can't be sent; then the form says why. */
  configuration(): Record<string, unknown> | null | Promise<Record<string, unknown> | null>;
  titleOfField(name: string): string;
  onGoToField(name: string): void;
  toLine: ToLine;
}

interface Sent {
  stream: string;
  result: RequestTest | null;
  error: Error | null;
}

/** Sends the requests of one stream, and shows them with the answers and what becomes of those. */
export function RequestTestCard({
  organizationId,
  connector,
  sourceConnectionId,
  streams,
  configuration,
  titleOfField,
  onGoToField,
  toLine,
}: RequestTestCardProps) {
  const t = messages.use();
  const [chosen, setChosen] = useState('');
  const stream = streams.includes(chosen) ? chosen : (streams[0] ?? '');
  const isChoice = streams.length > 1;
  const [sent, setSent] = useState<Sent | null>(null);
  const [running, setRunning] = useState<AbortController | null>(null);
  const leave = useRef<AbortController | null>(null);
  useEffect(() => () => leave.current?.abort(), []);
  const send = async () => {
    const abort = new AbortController();
    leave.current = abort;
    setRunning(abort);
    try {
      const given = await configuration();
      if (given === null || abort.signal.aborted) return;
      const asked = { connector, configuration: given, sourceConnectionId, stream };
      setSent({ stream, result: await testRequests(organizationId, asked, abort.signal), error: null });
    } catch (error) {
      if (!abort.signal.aborted) setSent({ stream, result: null, error: error as Error });
    } finally {
      setRunning(null);
    }
  };
  return (
    <Card
      title={t('request_test.title')}
      tools={
        <span role="status">
          {running && <Mark glyph="syncing" tone="info" words={t('request_test.running')} pill />}
        </span>
      }
    >
      <Ask data-choice={isChoice || undefined}>
        {isChoice && (
          <Select
            label={t('request_test.stream')}
            value={stream}
            options={streams.map((name) => ({ value: name, label: name }))}
            onChange={({ target }) => setChosen(target.value)}
          />
        )}
        {running ? (
          <Button onClick={() => running.abort()}>{t('request_test.cancel')}</Button>
        ) : (
          <Button onClick={() => void send()}>{t(sent ? 'request_test.again' : 'request_test.send')}</Button>
        )}
      </Ask>
      {!sent && <Note>{t('request_test.idle')}</Note>}
      {sent?.error && <SendError error={sent.error} titleOfField={titleOfField} onGoToField={onGoToField} />}
      {sent?.result && <RequestTestResult stream={sent.stream} test={sent.result} toLine={toLine} />}
    </Card>
  );
}

const CONFIGURATION = '/data/attributes/configuration/';

interface SendErrorProps {
  error: Error;
  titleOfField(name: string): string;
  onGoToField(name: string): void;
}

/** Why nothing was sent: mostly because a field isn't filled in yet. */
function SendError({ error, titleOfField, onGoToField }: SendErrorProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const faults = error instanceof ApiError ? (error.errors ?? []) : [];
  const fields = faults.flatMap(({ source }) =>
    source?.pointer?.startsWith(CONFIGURATION) ? [source.pointer.slice(CONFIGURATION.length)] : [],
  );
  if (fields.length === 0)
    return (
      <Banner tone="bad" role="alert">
        {errorText(error)}
      </Banner>
    );
  return (
    <Banner tone="bad" role="alert">
      <Stack gap={2}>
        <strong>{t('request_test.fields', { count: fields.length })}</strong>
        <Row gap={2}>
          {fields.map((field) => (
            <Button key={field} size="small" onClick={() => onGoToField(field)}>
              {t('check.go_to_field', { field: titleOfField(field) })}
            </Button>
          ))}
        </Row>
      </Stack>
    </Banner>
  );
}

const Ask = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'max-content',
  gap: 8,
  alignItems: 'end',
  '&[data-choice]': { gridTemplateColumns: 'minmax(0, 1fr) max-content' },
});
