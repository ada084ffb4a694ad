import { paths, useTitle } from '@headwater/shared/routing';
import { Page, styled } from '@headwater/shared/ui';
import { PageHead, Topbar } from '@headwater/shared/ui/workspace';
import type { ReactNode } from 'react';
import { messages } from '../../messages.ts';

interface ImportFrameProps {
  organizationId: string;
  /** The import that is open, by name. */
  name?: string;
  /** What the page is about, or what can be done with it. */
  meta: ReactNode;
  actions?: ReactNode;
  children: ReactNode;
}

/** The page of the tool, or of one import. */
export function ImportFrame({ organizationId, name, meta, actions, children }: ImportFrameProps) {
  const t = messages.use();
  const tool = t('tools.file-import.name');
  useTitle(name ?? tool);
  const crumbs = [
    { label: t('tools.area'), to: paths.dataTools(organizationId) },
    ...(name === undefined
      ? [{ label: tool }]
      : [{ label: tool, to: paths.fileImport(organizationId) }, { label: name }]),
  ];
  return (
    <>
      <Topbar crumbs={crumbs} />
      <Page>
        <PageHead title={name ?? tool} meta={<span>{meta}</span>} actions={actions} />
        {children}
      </Page>
    </>
  );
}

/** What people choose, and beside it what comes of it. */
export const ImportColumns = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, var(--form)) minmax(0, 1fr)',
  gap: 40,
  alignItems: 'start',
  '& > *': { minWidth: 0 },
  '@media (max-width: 1100px)': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 32 },
});
