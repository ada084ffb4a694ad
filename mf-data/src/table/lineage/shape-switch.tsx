import { styled } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

/** Switches between the map and the same as a list. */
export function ShapeSwitch({ isList, onChange }: { isList: boolean; onChange(isList: boolean): void }) {
  const t = messages.use();
  return (
    <Group role="group" aria-label={t('lineage.shape')}>
      <button type="button" aria-pressed={!isList} onClick={() => onChange(false)}>
        {t('lineage.map')}
      </button>
      <button type="button" aria-pressed={isList} onClick={() => onChange(true)}>
        {t('lineage.list')}
      </button>
    </Group>
  );
}

const Group = styled('div')({
  display: 'flex',
  padding: 2,
  borderRadius: 'var(--radius)',
  background: 'var(--fill)',
  '& button': {
    height: 24,
    padding: '0 10px',
    border: 0,
    borderRadius: 'var(--radius-in)',
    background: 'none',
    color: 'var(--text-2)',
    font: 'var(--weight-medium) var(--size-12)/1 var(--font-sans)',
    cursor: 'pointer',
  },
  '& button[aria-pressed="true"]': {
    background: 'var(--surface)',
    color: 'var(--text)',
    boxShadow: '0 0 0 1px var(--line-2)',
  },
  '& button:focus-visible': { outline: 'var(--ring-width) solid var(--focus)', outlineOffset: 1 },
});
