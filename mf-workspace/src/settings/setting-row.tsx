import { Note, styled } from '@headwater/shared/ui';
import { useId, type ReactNode } from 'react';

interface SettingRowProps {
  title: string;
  /** What the settings do, or why they can't be changed. */
  about?: ReactNode;
  children: ReactNode;
}

/** One subject of a page of settings: what it is about at the start, its controls next to it, and on phones below. */
export function SettingRow({ title, about, children }: SettingRowProps) {
  const id = useId();
  return (
    <Section aria-labelledby={id}>
      <div>
        <h2 id={id}>{title}</h2>
        {about && <Note>{about}</Note>}
      </div>
      <div>{children}</div>
    </Section>
  );
}

/** The rows of a page of settings. */
export const SettingRows = styled('div')({ maxWidth: 960 });

const Section = styled('section')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 280px) minmax(0, 440px)',
  gap: '12px 64px',
  padding: '24px 0',
  '&:first-of-type': { paddingTop: 12 },
  '& + &': { borderTop: 'var(--hair)' },
  '& h2': { fontSize: 'var(--size-14)', fontWeight: 'var(--weight-strong)' },
  '& > div': { display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 18, alignContent: 'start' },
  '& > div:first-of-type': { gap: 4 },
  '@media (max-width: 900px)': { gridTemplateColumns: 'minmax(0, 1fr)' },
});
