import { askDelivery } from '../ask-delivery.ts';
import { reload } from './reload-document.ts';

/**
 * Has delivery take the override's cookie back and loads the page again, with the versions that everybody has. Answers
 * whether it could; nothing is loaded otherwise.
 */
export async function clearOverride(): Promise<boolean> {
  const answer = await askDelivery('/delivery/override', { method: 'DELETE' }).catch(() => undefined);
  if (!answer?.ok) return false;
  reload();
  return true;
}
