import { askDelivery } from '../ask-delivery.ts';
import { isFields } from '../page.ts';

/** As much of `/registry` as a tab needs: what this visitor's next page would be made of, and what is withdrawn. */
export interface LiveRegistry {
  shell: { version: string };
  blocked: Record<string, string[]>;
}

/** Undefined where there is no answer, or none that can be read: a tab goes on with what it has. */
export async function askRegistry(): Promise<LiveRegistry | undefined> {
  try {
    const answer = await askDelivery('/registry', { cache: 'no-cache' }); // revalidated by its ETag
    const live: unknown = answer.ok ? await answer.json() : undefined;
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
