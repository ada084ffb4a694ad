import { ApiError } from '@headwater/shared/api';
import { isRouteErrorResponse, useRouteError } from '@headwater/shared/routing';
import { Page, SoloFrame } from '@headwater/shared/ui';
import { ThemeSwitch } from '../layouts/theme-switch.tsx';
import { report } from '../monitoring/report.ts';
import { loadFailureOf } from '../remotes/load-failure.ts';
import { AreaHelp } from './area-help.tsx';
import { RetryButton } from './retry-button.tsx';
import { GenericErrorScreen, NotFoundScreen } from './screens.tsx';

/** The error page of a route group and of the whole product. It replaces the group's layout. */
export function GroupErrorPage() {
  return (
    <SoloFrame kind="lost" tools={<ThemeSwitch />}>
      <ErrorScreen inArea={false} />
    </SoloFrame>
  );
}

/** The error page of one area. The layout and all other areas around it keep working. */
export function AreaErrorPage() {
  return (
    <Page>
      <ErrorScreen inArea />
    </Page>
  );
}

function ErrorScreen({ inArea }: { inArea: boolean }) {
  const error = useRouteError();
  const missing = notFoundIn(error);
  if (missing) return <NotFoundScreen header={missing.header} />;
  const failure = loadFailureOf(error);
  // each error is reported once, however often this renders
  const reportId = report(error, { phase: failure ? 'navigation' : 'render' });
  if (failure) return <GenericErrorScreen help={<AreaHelp failure={failure} reportId={reportId} />} />;
  return <GenericErrorScreen help={inArea && <RetryButton />} />;
}

/**
 * Returns a value if routing found no route, a page reported that something is missing, or the API has no
 * such resource.
 */
function notFoundIn(error: unknown): { header?: string } | undefined {
  if (error instanceof ApiError && error.status === 404) return {};
  if (!isRouteErrorResponse(error) || error.status !== 404) return undefined;
  // the router's own 404 contains a sentence for developers, and a page's 404 contains its heading
  const isRouters = (error as { internal?: boolean }).internal;
  return { header: !isRouters && typeof error.data === 'string' && error.data ? error.data : undefined };
}
