import { ApiError } from '@headwater/shared/api';
import { useQuery } from '@headwater/shared/query';
import { useParams, useTitle } from '@headwater/shared/routing';
import { Lost, QueryBoundary, Skeleton, Stack } from '@headwater/shared/ui';
import { useState } from 'react';
import { messages } from '../messages.ts';
import { SharedReportView } from './shared-report-view.tsx';
import { sharedReportQuery } from './shared.queries.ts';
import { UnlockForm } from './unlock-form.tsx';

/** A report for people with a link and without an account. */
export function SharedReportPage() {
  const { token = '' } = useParams();
  return <OfToken key={token} token={token} />;
}

function OfToken({ token }: { token: string }) {
  const t = messages.use();
  // In memory only: whoever uses the browser next is asked again.
  const [pass, setPass] = useState<string | null>(null);
  const report = useQuery(sharedReportQuery({ token, pass }));
  const code = report.error instanceof ApiError ? report.error.code : undefined;
  useTitle(report.data?.name ?? t('share.page.thing'));
  if (code === 'share_password_required') return <UnlockForm token={token} onOpen={setPass} />;
  if (code === 'share_link_gone')
    return (
      <Lost heading={t('share.page.gone')} actions={null}>
        {t('share.page.gone_text')}
      </Lost>
    );
  return (
    <div data-wide>
      <QueryBoundary
        query={report}
        thing={t('share.page.thing')}
        loading={
          <Stack gap={4}>
            <Skeleton width={240} height={28} />
            <Skeleton width="100%" height={320} />
          </Stack>
        }
      >
        {(found) => <SharedReportView report={found} share={{ token, pass }} />}
      </QueryBoundary>
    </div>
  );
}
