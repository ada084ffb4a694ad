import { StartError } from '@headwater/shared/contract';

interface RegistryDocument {
  remotes: Record<string, { version: string }>;
}

/** The versions that a running Headwater serves, by remote. Throws a StartError where none runs at this address. */
export async function readVersions(target: URL): Promise<Record<string, string>> {
  const address = target.origin;
  const answer = await fetch(new URL('/registry', target)).catch((cause) => {
    throw new StartError(
      `Nothing answers at ${address}.`,
      'Start a Headwater in another terminal: npm start\nor name one that runs: --target http://localhost:8080',
      { cause },
    );
  });
  const { remotes } = (await answer.json().catch(() => ({}))) as Partial<RegistryDocument>;
  if (!remotes) {
    throw new StartError(
      `What answers at ${address} is no Headwater that serves pages: GET /registry gave ${answer.status}.`,
      'Name one: --target http://localhost:8080',
    );
  }
  return Object.fromEntries(Object.entries(remotes).map(([name, { version }]) => [name, version]));
}
