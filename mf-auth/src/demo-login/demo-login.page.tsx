import { useSearchParams } from '@headwater/shared/routing';
import { afterSignIn, useSession, useSignInOptions } from '@headwater/shared/session';
import { Button } from '@headwater/shared/ui';
import { messages } from '../messages.ts';
import { Step } from '../step.tsx';
import { NoDemo } from './no-demo.tsx';
import { StartDemo } from './start-demo.tsx';

export function DemoLoginPage() {
  const t = messages.use();
  const [params] = useSearchParams();
  const { demo } = useSignInOptions();
  const session = useSession();
  const code = params.get('code') ?? '';
  if (session?.demoEndsAt) {
    const goOn = (
      <Button variant="primary" to={afterSignIn(session)}>
        {t('demo.goOn')}
      </Button>
    );
    return <Step title={t('demo.running')} text={t('demo.runningText')} actions={goOn} />;
  }
  if (demo === 'off') return <NoDemo text={t('demo.off')} />;
  if (demo === 'codes' && !code) return <NoDemo text={t('demo.byLink')} />;
  return <StartDemo code={code} />;
}
