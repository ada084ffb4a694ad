import { DELIVERY_WAIT_HOURS } from '@headwater/shared/contract';
import { Checkbox } from '@headwater/shared/ui/inputs';
import { messages } from '../../messages.ts';
import type { Choices } from './subscription.queries.ts';

interface DeliveryConditionsProps {
  choices: Choices;
  onChange(part: Partial<Choices>): void;
}

/** When a report that is due isn't sent. */
export function DeliveryConditions({ choices, onChange }: DeliveryConditionsProps) {
  const t = messages.use();
  return (
    <>
      <Checkbox
        label={t('subscribe.only_fresh')}
        hint={t('subscribe.only_fresh_hint', { hours: DELIVERY_WAIT_HOURS })}
        checked={choices.onlyFresh}
        onChange={() => onChange({ onlyFresh: !choices.onlyFresh })}
      />
      <Checkbox
        label={t('subscribe.skip_empty')}
        checked={choices.skipEmpty}
        onChange={() => onChange({ skipEmpty: !choices.skipEmpty })}
      />
      {choices.schedule && (
        <Checkbox
          label={t('subscribe.skip_unchanged')}
          checked={choices.skipUnchanged}
          onChange={() => onChange({ skipUnchanged: !choices.skipUnchanged })}
        />
      )}
    </>
  );
}
