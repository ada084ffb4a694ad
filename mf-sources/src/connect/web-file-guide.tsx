import { Card } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { NumberedSteps } from './numbered-steps.tsx';

/** Which URLs work, and what a sync does with them. */
export function WebFileGuide() {
  const t = messages.use();
  return (
    <Card title={t('web_file_guide.title')}>
      <NumberedSteps>
        <li>{t('web_file_guide.url')}</li>
        <li>{t('web_file_guide.kinds')}</li>
        <li>{t('web_file_guide.several')}</li>
        <li>{t('web_file_guide.again')}</li>
        <li>{t('web_file_guide.visible')}</li>
      </NumberedSteps>
    </Card>
  );
}
