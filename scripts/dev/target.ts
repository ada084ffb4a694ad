import { StartError } from '@headwater/shared/contract';

interface RegistryDocument {
  remotes: Record<string, { version: string }>;
}

/**
 * Fetches the versions that a running Headwater serves, by remote. Throws a StartError if none is running at
 * this URL.
 */
export async function readVersions(target: URL): Promise<Record<string, string>> {
  const origin = target.origin;
  const response = await fetch(new URL('/registry', target)).catch((cause) => {
    throw new StartError(
      `${origin} can't be reached.`,
      'Start a Headwater in another terminal: npm start\nor choose one that is running: --target http://localhost:8080',
      { cause },
    );
  });
  const { remotes } = (await response.json().catch(() => ({}))) as Partial<RegistryDocument>;
  if (!remotes) {
    throw new StartError(
      `${origin} is not a Headwater that serves pages: GET /registry returned ${response.status}.`,
      'Choose one: --target http://localhost:8080',
    );
  }
  return Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version]));
}
