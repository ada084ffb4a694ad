import { useState } from 'react';
import { Button, CopyButton, Row, Text, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { readPage } from '../page.ts';
import { clearOverride } from '../remotes/clear-override.ts';
import { avoidCanary } from '../remotes/heal.ts';
import type { LoadFailure } from '../remotes/load-failure.ts';
import { reload } from '../remotes/reload-document.ts';
import { LostScreen } from './lost-screen.tsx';
import { RetryButton } from './retry-button.tsx';

interface AreaErrorScreenProps {
  failure: LoadFailure;
  reportId: string;
}

/** Shown where files of an area could not be loaded, after the one reload that may have helped. */
export function AreaErrorScreen({ failure, reportId }: AreaErrorScreenProps) {
  const t = messages.use();
  const { remote, version, kind } = failure;
  const reloadWithoutCanary = () => {
    avoidCanary(failure);
    reload();
  };
  return (
    <LostScreen
      title={t('area_error.title')}
      heading={t('area_error.heading')}
      actions={
        <>
          <RetryButton />
          <Button onClick={reloadWithoutCanary}>{t('area_error.reload')}</Button>
          {isOverridden(remote) && <ClearOverrideButton />}
        </>
      }
    >
      {t(kind === 'gone' ? 'area_error.gone' : 'area_error.text')}
      <Row as="span" nowrap gap={1} style={{ marginTop: 8 }}>
        <Text size={13}>{t('area_error.report', { remote, version, id: reportId })}</Text>
        <CopyButton text={reportId} label={t('area_error.copy')} />
      </Row>
    </LostScreen>
  );
}

const isOverridden = (remote: string) =>
  readPage().override?.set.some((chosen) => chosen.split('@')[0] === remote) ?? false;

function ClearOverrideButton() {
  const t = messages.use();
  const [clearing, setClearing] = useState(false);
  const clear = async () => {
    setClearing(true);
    if (!(await clearOverride())) toast.error(t('area_error.override_not_cleared'));
    setClearing(false);
  };
  return (
    <Button busy={clearing} onClick={clear}>
      {t('area_error.clear_override')}
    </Button>
  );
}
