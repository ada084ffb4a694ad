import { useFormat } from '@headwater/shared/messages';
import { IconButton, Row, styled } from '@headwater/shared/ui';
import { IconChevronDown, IconChevronUp, IconClose } from '@headwater/shared/ui/icons';
import { SearchInput } from '@headwater/shared/ui/inputs';
import { useEffect, useRef, type KeyboardEvent } from 'react';
import { messages } from '../../messages.ts';
import type { Find } from './use-find.ts';

/** Finds a text in the rows on screen. Enter goes to the next cell, Escape ends it. */
export function FindBar({ find }: { find: Find }) {
  const t = messages.use();
  const { number } = useFormat();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus(), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') find.close();
    if (event.key === 'Enter' && event.target === input.current) find.go(event.shiftKey ? -1 : 1);
  };
  const none = find.count === 0 ? t('find.none') : undefined;
  return (
    <Row gap={1} nowrap onKeyDown={onKeyDown}>
      <SearchInput ref={input} label={t('find.label')} value={find.text} onChange={find.search} width={220} />
      <Position role="status">
        {find.text !== '' &&
          (none ?? t('find.position', { at: number(find.at + 1), of: number(find.count) }))}
      </Position>
      <IconButton size="small" label={t('find.previous')} disabledReason={none} onClick={() => find.go(-1)}>
        <IconChevronUp />
      </IconButton>
      <IconButton size="small" label={t('find.next')} disabledReason={none} onClick={() => find.go(1)}>
        <IconChevronDown />
      </IconButton>
      <IconButton size="small" label={t('find.close')} onClick={find.close}>
        <IconClose />
      </IconButton>
    </Row>
  );
}

// As wide as its longest text, so that nothing moves while one types.
const Position = styled('span')({
  minWidth: 86,
  paddingRight: 4,
  textAlign: 'right',
  whiteSpace: 'nowrap',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  fontVariantNumeric: 'tabular-nums',
});
