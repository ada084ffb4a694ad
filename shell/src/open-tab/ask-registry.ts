import { askDelivery } from '../ask-delivery.ts';
import { isFields } from '../page.ts';

/**
 * The part of `/registry` that a tab needs: what this visitor's next page would be made of, and which
 * versions are blocked.
 */
export interface LiveRegistry {
  shell: { version: string };
  blocked: Record<string, string[]>;
}

/** Returns undefined if there is no response or it can't be read. The tab then continues with what it has. */
export async function askRegistry(): Promise<LiveRegistry | undefined> {
  try {
    const response = await askDelivery('/registry', { cache: 'no-cache' }); // revalidated by its ETag
    const live: unknown = response.ok ? await response.json() : undefined;
    return isLiveRegistry(live) ? live : undefined;
  } catch {
    return undefined;
  }
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';
const areTexts = (value: unknown) => Array.isArray(value) && value.every(isText);

const isLiveRegistry = (value: unknown): value is LiveRegistry =>
  isFields(value) &&
  isFields(value.shell) &&
  isText(value.shell.version) &&
  isFields(value.blocked) &&
  Object.values(value.blocked).every(areTexts);
