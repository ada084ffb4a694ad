import { Card } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { NumberedSteps } from './numbered-steps.tsx';

/** Explains what happens to the uploaded files. */
export function FilesGuide() {
  const t = messages.use();
  return (
    <Card title={t('files.guide_title')}>
      <NumberedSteps>
        <li>{t('files.guide_scan')}</li>
        <li>{t('files.guide_faithful')}</li>
        <li>{t('files.guide_choose')}</li>
        <li>{t('files.guide_together')}</li>
      </NumberedSteps>
    </Card>
  );
}
