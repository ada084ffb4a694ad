import type { Said } from '@headwater/shared/contract';
import { Text } from '@headwater/shared/ui';
import { messages } from '../../messages.ts';

/** Says that a description is the source's own. People's need no mark. */
export function SaidBy({ by }: Pick<Said, 'by'>) {
  const t = messages.use();
  return by === 'source' ? (
    <Text as="span" tone="muted" size={12} title={t('about.by_source_hint')}>
      {t('about.by_source')}
    </Text>
  ) : null;
}
