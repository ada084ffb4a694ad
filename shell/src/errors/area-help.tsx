import { useState } from 'react';
import { Button, CopyButton, Row, Text, toast } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { readPage } from '../page.ts';
import { clearOverride } from '../remotes/clear-override.ts';
import { avoidCanary } from '../remotes/heal.ts';
import type { LoadFailure } from '../remotes/load-failure.ts';
import { reload } from '../remotes/reload-document.ts';
import { RetryButton } from './retry-button.tsx';

interface AreaHelpProps {
  failure: LoadFailure;
  reportId: string;
}

/** Shows what may help if files of an area could not be loaded, even after the automatic reload. */
export function AreaHelp({ failure, reportId }: AreaHelpProps) {
  const t = messages.use();
  const { remote, version, kind } = failure;
  const reloadWithoutCanary = () => {
    avoidCanary(failure);
    reload();
  };
  return (
    <>
      <h2>{t('area_error.heading')}</h2>
      <p>{t(kind === 'gone' ? 'area_error.gone' : 'area_error.text')}</p>
      <Row>
        <RetryButton />
        <Button onClick={reloadWithoutCanary}>{t('area_error.reload')}</Button>
        {isOverridden(remote) && <ClearOverrideButton />}
      </Row>
      <Row nowrap gap={1}>
        <Text size={13} tone="muted">
          {t('area_error.report', { remote, version, id: reportId })}
        </Text>
        <CopyButton text={reportId} label={t('area_error.copy')} />
      </Row>
    </>
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
