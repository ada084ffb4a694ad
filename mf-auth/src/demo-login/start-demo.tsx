import { useErrorText } from '@headwater/shared/messages';
import { useSession } from '@headwater/shared/session';
import { Banner, Button } from '@headwater/shared/ui';
import { AttemptLimitBanner } from '../attempt-limit-banner.tsx';
import { messages } from '../messages.ts';
import { Step } from '../step.tsx';
import { useStartDemo } from './use-start-demo.ts';
import { WaysOn } from './ways-on.tsx';

/** Starts the demo with one click, here or on a link on another page of the product. */
export function StartDemo({ code }: { code: string }) {
  const t = messages.use();
  const errorText = useErrorText();
  const session = useSession();
  const { start, starting, error, limit, lift } = useStartDemo(code);
  return (
    <>
      {limit && <AttemptLimitBanner limit={limit} form="demo" onOver={lift} />}
      {!!error && (
        <Banner tone="bad" role="alert">
          {errorText(error)}
        </Banner>
      )}
      <Step
        title={t('demo.title')}
        text={session ? t('demo.leaves', { email: session.email }) : t('demo.text')}
        actions={
          <>
            <Button
              variant="primary"
              size="tall"
              busy={starting}
              busyLabel={t('demo.starting')}
              disabled={limit !== null}
              onClick={start}
            >
              {t('demo.start')}
            </Button>
            {(!!error || limit) && <WaysOn />}
          </>
        }
      />
    </>
  );
}
