import { addressesOf, hasRange } from '@headwater/shared/contract';
import { styled } from '@headwater/shared/ui';
import { Card } from '@headwater/shared/ui/workspace';
import { useMemo } from 'react';
import { messages } from '../messages.ts';
import { linesOf, type FormValues } from './configuration.ts';

/** Which files the URLs of a form stand for, while they are typed. Nothing for a single file. */
export function WebAddresses({ values }: { values: FormValues }) {
  const t = messages.use();
  const [url, more] = [String(values.url ?? '').trim(), String(values.moreUrls ?? '')];
  const addresses = useMemo(() => {
    const others = linesOf(more);
    if (!hasRange(url) && others.length === 0) return null;
    const found = addressesOf([...linesOf(url), ...others], new Date());
    return Array.isArray(found) ? found : null;
  }, [url, more]);
  if (!addresses) return null;
  return (
    <Card title={t('web_addresses.title', { count: addresses.length })}>
      {/* It scrolls, so it has to be reachable by keyboard. */}
      <List tabIndex={0} aria-label={t('web_addresses.list')}>
        {addresses.map((address) => (
          <li key={address.url}>{address.url.replace(/^https?:\/\//, '')}</li>
        ))}
      </List>
    </Card>
  );
}

const List = styled('ol')({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  maxHeight: 220,
  overflowY: 'auto',
  fontFamily: 'var(--font-mono)',
  fontSize: 'var(--size-12)',
  lineHeight: 1.8,
  overflowWrap: 'anywhere',
});
