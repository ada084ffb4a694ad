import { SubmitButton } from '@headwater/shared/forms';
import { Button, Spacer, styled } from '@headwater/shared/ui';
import { IconPulse } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import type { Intent } from './use-connection-form.ts';

interface FormButtonsProps {
  /** A test of just these values has passed. */
  passed: boolean;
  /** There has been a test before. */
  retest: boolean;
  doing: Intent | null;
  /** The words of saving once the test has passed. */
  saveLabel: string;
  /** Where Cancel leads; without it there is none. */
  cancelTo?: string;
  /** Called before the submit that the press makes. */
  mean(intent: Intent): void;
}

/** First the test, then saving: whichever comes next is the primary button, and Enter presses it. */
export function FormButtons({ passed, retest, doing, saveLabel, cancelTo, mean }: FormButtonsProps) {
  const t = messages.use();
  const pending = t(doing === 'save' ? 'connect.saving' : 'connect.testing');
  const testLabel = t(retest ? 'connect.test_again' : 'connect.test');
  return (
    <Foot>
      <SubmitButton pending={pending} onClick={() => mean(passed ? 'save' : 'test')}>
        {passed ? saveLabel : testLabel}
      </SubmitButton>
      <Button
        type="submit"
        icon={passed ? <IconPulse /> : undefined}
        disabled={doing !== null}
        onClick={() => mean(passed ? 'test' : 'save')}
      >
        {passed ? testLabel : t('connect.save_untested')}
      </Button>
      {cancelTo && (
        <>
          <Spacer />
          <Button variant="ghost" to={cancelTo}>
            {t('connect.cancel')}
          </Button>
        </>
      )}
    </Foot>
  );
}

export const Foot = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  alignItems: 'center',
  paddingTop: 20,
  borderTop: 'var(--hair)',
});
