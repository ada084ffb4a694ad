import { styled } from '@headwater/shared/ui';
import { Dialog, SHORTCUTS, useKeyNames, type Shortcut, type ShortcutGroup } from '@headwater/shared/ui/menu';
import { Kbd } from '@headwater/shared/ui/workspace';
import { useId } from 'react';
import { messages } from './messages.ts';

/** Lists every shortcut, by where it works. */
export function ShortcutsDialog({ onClose }: { onClose(): void }) {
  const t = messages.use();
  return (
    <Dialog open wide title={t('title')} onClose={onClose}>
      {/* The dialog scrolls with the arrow keys once something in it has the focus. */}
      <Groups tabIndex={0}>
        {(Object.keys(SHORTCUTS) as ShortcutGroup[]).map((group) => (
          <Group key={group} group={group} />
        ))}
      </Groups>
    </Dialog>
  );
}

function Group({ group }: { group: ShortcutGroup }) {
  const t = messages.use();
  const namesOf = useKeyNames();
  const title = useId();
  return (
    <section aria-labelledby={title}>
      <h3 id={title}>{t(`group.${group}`)}</h3>
      <dl>
        {(Object.keys(SHORTCUTS[group]) as Shortcut[]).map((shortcut) => (
          <div key={shortcut}>
            <dt>{t(shortcut)}</dt>
            <dd>
              {namesOf(shortcut).map((keys) => (
                <Kbd key={keys}>{keys}</Kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

// Groups go on in the next column where there is room for one, and none is broken.
const Groups = styled('div')({
  columns: '2 320px',
  columnGap: 40,
  fontSize: 'var(--size-13)',
  '& > section': { breakInside: 'avoid', paddingBottom: 20 },
  '& h3': {
    marginBottom: 4,
    color: 'var(--text)',
    fontSize: 'var(--size-13)',
    fontWeight: 'var(--weight-strong)',
  },
  '& dl': { margin: 0 },
  '& dl > div': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 12,
    minHeight: 30,
    borderBottom: 'var(--hair)',
  },
  '& dd': { display: 'flex', flexWrap: 'wrap', justifyContent: 'flex-end', gap: 4, margin: 0 },
});
