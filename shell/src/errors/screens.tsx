import { useState } from 'react';
import { Button, CopyButton, Row, Text } from '@headwater/shared/ui';
import { useLocation, useNavigate } from '@headwater/shared/routing';
import { messages } from '../messages.ts';
import { LostScreen } from './lost-screen.tsx';

/** Shown when routing reports 404. `header` replaces the heading. */
export function NotFoundScreen({ header }: { header?: string }) {
  const t = messages.use();
  return (
    <LostScreen title={t('not_found.title')} heading={header ?? t('not_found.heading')} code="404">
      {t('not_found.text')}
    </LostScreen>
  );
}

/** Shown for any other routing error; the title is the not-found screen's, as specified. */
export function GenericErrorScreen() {
  const t = messages.use();
  return (
    <LostScreen title={t('not_found.title')} heading={t('error.heading')}>
      {t('error.text')}
    </LostScreen>
  );
}

interface AreaErrorScreenProps {
  remote: string;
  version: string;
  reportId: string;
}

/** Shown where files of an area could not be loaded, after the one reload that may have helped. */
export function AreaErrorScreen({ remote, version, reportId }: AreaErrorScreenProps) {
  const t = messages.use();
  const { retrying, retry } = useRetry();
  return (
    <LostScreen
      title={t('area_error.title')}
      heading={t('area_error.heading')}
      actions={
        <>
          <Button variant="primary" busy={retrying} onClick={retry}>
            {t('area_error.retry')}
          </Button>
          <Button onClick={() => location.reload()}>{t('area_error.reload')}</Button>
        </>
      }
    >
      {t('area_error.text')}
      <Row as="span" nowrap gap={1} style={{ marginTop: 8 }}>
        <Text size={13}>{t('area_error.report', { remote, version, id: reportId })}</Text>
        <CopyButton text={reportId} label={t('area_error.copy')} />
      </Row>
    </LostScreen>
  );
}

/** Asks the router for the same address again, which loads what is missing; the document stays. */
function useRetry() {
  const navigate = useNavigate();
  const { pathname, search, hash, state } = useLocation();
  const [retrying, setRetrying] = useState(false);
  const retry = async () => {
    setRetrying(true);
    await navigate({ pathname, search, hash }, { replace: true, state });
    setRetrying(false);
  };
  return { retrying, retry };
}
