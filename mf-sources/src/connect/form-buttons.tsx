import { SubmitButton } from '@headwater/shared/forms';
import { Button, Spacer, styled } from '@headwater/shared/ui';
import { IconPulse } from '@headwater/shared/ui/icons';
import { messages } from '../messages.ts';
import type { Intent } from './use-connection-form.ts';

interface FormButtonsProps {
  /** Whether a test of exactly these values has passed. */
  passed: boolean;
  /** Whether there has been a test before. */
  retest: boolean;
  doing: Intent | null;
  /** The label of the button that saves once the test has passed. */
  saveLabel: string;
  /** Where Cancel leads. Without it, there is no Cancel button. */
  cancelTo?: string;
  /** Called on a click, before the form is submitted. */
  setIntent(intent: Intent): void;
}

/** Buttons to test and to save. The one that is due next is the primary button, which Enter also triggers. */
export function FormButtons({ passed, retest, doing, saveLabel, cancelTo, setIntent }: FormButtonsProps) {
  const t = messages.use();
  const pending = t(doing === 'save' ? 'connect.saving' : 'connect.testing');
  const testLabel = t(retest ? 'connect.test_again' : 'connect.test');
  return (
    <Foot>
      <SubmitButton pending={pending} onClick={() => setIntent(passed ? 'save' : 'test')}>
        {passed ? saveLabel : testLabel}
      </SubmitButton>
      <Button
        type="submit"
        icon={passed ? <IconPulse /> : undefined}
        disabled={doing !== null}
        onClick={() => setIntent(passed ? 'test' : 'save')}
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
  // A group of fields ends with a line of its own.
  'details + &': { borderTop: 'none', paddingTop: 2 },
});
