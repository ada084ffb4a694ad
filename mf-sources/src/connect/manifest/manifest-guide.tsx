import { Card } from '@headwater/shared/ui/workspace';
import { messages } from '../../messages.ts';
import { NumberedSteps } from '../numbered-steps.tsx';

/** What a manifest is, where one comes from, and what becomes of secrets. */
export function ManifestGuide() {
  const t = messages.use();
  return (
    <Card title={t('manifest.guide_title')}>
      <NumberedSteps>
        <li>{t('manifest.guide_what')}</li>
        <li>{t('manifest.guide_where')}</li>
        <li>{t('manifest.guide_secrets')}</li>
        <li>{t('manifest.guide_incremental')}</li>
      </NumberedSteps>
    </Card>
  );
}
