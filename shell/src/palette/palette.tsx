import { may, SEARCH_TEXT_MAX, ownValue, type Role } from '@headwater/shared/contract';
import { useErrorText } from '@headwater/shared/messages';
import { paths, useNavigate } from '@headwater/shared/routing';
import { Button, styled } from '@headwater/shared/ui';
import { IconSearch } from '@headwater/shared/ui/icons';
import { useKeyNames } from '@headwater/shared/ui/menu';
import { Kbd } from '@headwater/shared/ui/workspace';
import { useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { FoundList, optionId } from './found-list.tsx';
import { messages } from './messages.ts';
import type { Place } from './places.ts';
import { useFound } from './use-found.ts';

interface PaletteProps {
  organizationId: string;
  role: Role | undefined;
  onClose(): void;
}

/** Finds pages and what the workspace has by name, and goes there. */
export function Palette({ organizationId, role, onClose }: PaletteProps) {
  const t = messages.use();
  const errorText = useErrorText();
  const navigate = useNavigate();
  const namesOf = useKeyNames();
  const dialog = useRef<HTMLDialogElement>(null);
  const [text, setText] = useState('');
  const [at, setAt] = useState(0);
  const { groups, words, isPending, error } = useFound(organizationId, role, text);
  const places = groups.flatMap((group) => group.places);
  const current = places[Math.min(at, places.length - 1)];
  useEffect(() => dialog.current?.showModal(), []);
  const go = ({ to, act }: Pick<Place, 'to' | 'act'>, inNewTab: boolean) => {
    onClose();
    if (!to) act?.();
    else if (inNewTab) window.open(to, '_blank', 'noopener');
    else void navigate(to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    const step = ownValue({ ArrowDown: 1, ArrowUp: -1 }, event.key);
    if (step !== undefined && current) {
      event.preventDefault();
      setAt((places.indexOf(current) + step + places.length) % places.length);
    } else if (event.key === 'Enter' && current) {
      event.preventDefault();
      go(current, event.ctrlKey || event.metaKey);
    }
  };
  const isEmpty = places.length === 0;
  return (
    <Root
      ref={dialog}
      aria-label={t('palette.title')}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <Field>
        <IconSearch />
        <input
          role="combobox"
          aria-label={t('palette.label')}
          aria-expanded={!isEmpty}
          aria-controls="palette-list"
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(current)}
          placeholder={t('palette.label')}
          maxLength={SEARCH_TEXT_MAX}
          autoComplete="off"
          spellCheck={false}
          autoFocus
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setAt(0);
          }}
          onKeyDown={onKeyDown}
        />
        <Kbd>Esc</Kbd>
      </Field>
      <FoundList
        groups={groups}
        words={words}
        current={current}
        onHover={(place) => setAt(places.indexOf(place))}
        onGo={go}
      />
      <Status role="status" data-shown={isEmpty || error !== null || undefined}>
        {error ? errorText(error) : isEmpty && !isPending ? t('palette.none', { text: text.trim() }) : ''}
      </Status>
      {isEmpty && !isPending && !error && role && may(role, 'data:read') && (
        <Elsewhere>
          <p>{t('palette.none_text')}</p>
          <Button size="small" onClick={() => go({ to: paths.sqlEditor(organizationId) }, false)}>
            {t('palette.ask_in_sql')}
          </Button>
        </Elsewhere>
      )}
      <Foot aria-hidden>
        <span>
          <Kbd>↑</Kbd> <Kbd>↓</Kbd> {t('palette.choose')}
        </span>
        <span>
          <Kbd>Enter</Kbd> {t('palette.open')}
        </span>
        <span>
          <Kbd>{namesOf('search_new_tab')[0]}</Kbd> {t('palette.new_tab')}
        </span>
      </Foot>
    </Root>
  );
}

const Root = styled('dialog')({
  position: 'fixed',
  inset: '12vh 0 auto',
  margin: '0 auto',
  padding: 0,
  width: 'min(600px, calc(100vw - 32px))',
  maxHeight: '70vh',
  border: 0,
  borderRadius: 'var(--radius)',
  background: 'var(--overlay)',
  color: 'var(--text)',
  boxShadow: 'var(--shadow)',
  overflow: 'hidden',
  '&[open]': { display: 'flex', flexDirection: 'column' },
  '&::backdrop': { background: 'var(--scrim)' },
  '@media (max-width: 600px)': { inset: '8px 0 auto', width: 'calc(100vw - 16px)', maxHeight: '80vh' },
});
const Field = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '0 16px',
  flex: 'none',
  borderBottom: 'var(--hair)',
  '& > svg': { color: 'var(--icon)', flex: 'none' },
  '& > input': {
    flex: 1,
    minWidth: 0,
    height: 52,
    border: 0,
    outline: 'none',
    background: 'none',
    color: 'inherit',
    font: 'var(--weight-text) var(--size-16)/1 var(--font-sans)',
  },
  '& > input::placeholder': { color: 'var(--text-3)' },
});
const Elsewhere = styled('div')({
  display: 'grid',
  justifyItems: 'center',
  gap: 16,
  padding: '0 16px 32px',
  fontSize: 'var(--size-13)',
  color: 'var(--text-2)',
  textAlign: 'center',
});
const Status = styled('p')({
  margin: 0,
  padding: 0,
  fontSize: 'var(--size-14)',
  fontWeight: 'var(--weight-strong)',
  textAlign: 'center',
  overflowWrap: 'anywhere',
  '&[data-shown]': { padding: '32px 16px 6px' },
});
const Foot = styled('div')({
  display: 'flex',
  gap: 16,
  flex: 'none',
  padding: '8px 16px',
  borderTop: 'var(--hair)',
  fontSize: 'var(--size-12)',
  color: 'var(--text-2)',
  background: 'var(--surface-2)',
  '@media (max-width: 600px)': { display: 'none' },
});
