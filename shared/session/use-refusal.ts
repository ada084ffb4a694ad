import { sharedMessages } from '../messages/shared-messages.ts';
import { useSession } from './session.ts';

/**
 * Returns how to say that someone's role doesn't allow something, and who can change that. In the demo, nobody can: there
 * it says to sign up instead.
 */
export function useRefusal(): (why: string) => string {
  const t = sharedMessages.use();
  const isDemo = useSession()?.demoEndsAt != null;
  return (why) => (isDemo ? t('error.demo_forbidden') : why);
}
