import { useConnector } from '../connector-tile.tsx';
import type { ConfiguredSource } from '../source.queries.ts';
import { FilesSettings } from './files-settings.tsx';
import { ServerSettings } from './server-settings.tsx';

/** A form to change the stored configuration and test it again. */
export function ConfigurationSettings({ source }: { source: ConfiguredSource }) {
  const connector = useConnector(source.connector);
  if (!connector) return null;
  const Settings = connector.takesUploads ? FilesSettings : ServerSettings;
  return <Settings source={source} connector={connector} />;
}
