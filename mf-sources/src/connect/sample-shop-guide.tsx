import { Card } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { NumberedSteps } from './numbered-steps.tsx';

/** What the sample shop is for, and what it does by itself. */
export function SampleShopGuide() {
  const t = messages.use();
  return (
    <Card title={t('shop_guide.title')}>
      <NumberedSteps>
        <li>{t('shop_guide.tables')}</li>
        <li>{t('shop_guide.lives')}</li>
        <li>{t('shop_guide.faults')}</li>
      </NumberedSteps>
    </Card>
  );
}
