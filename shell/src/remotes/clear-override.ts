import { askDelivery } from '../ask-delivery.ts';
import { reload } from './reload-document.ts';

/**
 * Has delivery clear the override's cookie and reloads the page with the versions that everyone has. If
 * clearing fails, returns false without reloading.
 */
export async function clearOverride(): Promise<boolean> {
  const response = await askDelivery('/delivery/override', { method: 'DELETE' }).catch(() => undefined);
  if (!response?.ok) return false;
  reload();
  return true;
}
