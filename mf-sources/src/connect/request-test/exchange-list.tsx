import type { Exchange, RequestTest } from '@headwater/shared/contract';
import { useFormat } from '@headwater/shared/messages';
import { Note, Stack, styled } from '@headwater/shared/ui';
import { CodeBlock, Mark } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { prettyJson } from './pretty-json.ts';

/** Each request with its response. The last one is open, because it shows where reading ended. */
export function ExchangeList({ test: { exchanges, requests } }: { test: RequestTest }) {
  const t = messages.use();
  if (exchanges.length === 0) return <Note>{t('request_test.none_sent')}</Note>;
  return (
    <Stack gap={2}>
      {exchanges.map((exchange, at) => (
        <OneExchange key={at} exchange={exchange} isOpen={at === exchanges.length - 1} />
      ))}
      {requests > exchanges.length && (
        <Note>{t('request_test.first_shown', { count: exchanges.length, of: requests })}</Note>
      )}
    </Stack>
  );
}

function OneExchange({ exchange, isOpen }: { exchange: Exchange; isOpen: boolean }) {
  const t = messages.use();
  const { number } = useFormat();
  const { method, url, purpose, milliseconds, records } = exchange;
  return (
    <Details open={isOpen}>
      <summary>
        <code>
          {method} {url}
        </code>
        <span>
          <Status exchange={exchange} />
          <small>{t('request_test.milliseconds', { milliseconds: number(milliseconds) })}</small>
          {records !== null && <small>{t('request_test.records', { records })}</small>}
          {purpose === 'sign_in' && <small>{t('request_test.sign_in')}</small>}
        </span>
      </summary>
      <Stack gap={3}>
        <Request exchange={exchange} />
        <Response exchange={exchange} />
      </Stack>
    </Details>
  );
}

function Status({ exchange: { status } }: { exchange: Exchange }) {
  const t = messages.use();
  if (status === null) return <Mark glyph="failed" tone="bad" words={t('request_test.no_response')} />;
  const isGood = status < 400;
  return <Mark glyph={isGood ? 'synced' : 'failed'} tone={isGood ? 'ok' : 'bad'} words={String(status)} />;
}

function Request({ exchange: { requestHeaders, requestBody, purpose } }: { exchange: Exchange }) {
  const t = messages.use();
  const head = requestHeaders.map(lineOf).join('\n');
  const text = [head, requestBody === null ? '' : prettyJson(requestBody)].filter(Boolean).join('\n\n');
  if (purpose === 'sign_in') return null;
  return text === '' ? (
    <Note>{t('request_test.bare')}</Note>
  ) : (
    <CodeBlock code={text} caption={t('request_test.request')} />
  );
}

function Response({ exchange }: { exchange: Exchange }) {
  const t = messages.use();
  const { bytes } = useFormat();
  const { status, purpose, responseHeaders, responseBody, responseBytes, isCut } = exchange;
  if (status === null) return null;
  if (purpose === 'sign_in') return <Note>{t('request_test.sign_in_hidden')}</Note>;
  const size = bytes(responseBytes);
  const body =
    responseBody === null
      ? t('request_test.not_text', { size })
      : isCut
        ? `${responseBody}\n…`
        : prettyJson(responseBody);
  return (
    <CodeBlock
      code={[responseHeaders.map(lineOf).join('\n'), body].filter(Boolean).join('\n\n')}
      caption={t(isCut ? 'request_test.response_cut' : 'request_test.response', { size })}
    />
  );
}

const lineOf = ({ name, value }: { name: string; value: string }) => `${name}: ${value}`;

const Details = styled('details')({
  border: '1px solid var(--line)',
  borderRadius: 'var(--radius-in)',
  minWidth: 0,
  '& > summary': { display: 'grid', gap: 4, padding: '8px 12px', cursor: 'pointer', listStyle: 'none' },
  '& > summary::-webkit-details-marker': { display: 'none' },
  '& > summary > code': { fontSize: 'var(--size-12)', overflowWrap: 'anywhere' },
  '& > summary > span': { display: 'flex', flexWrap: 'wrap', gap: '2px 12px', alignItems: 'center' },
  '& > summary small': { fontSize: 'var(--size-12)', color: 'var(--text-3)' },
  '& > summary + *': { padding: '0 12px 12px' },
  '& pre': { maxHeight: 320, overflow: 'auto' },
});
