import { Button, toast } from '@headwater/shared/ui';
import { messages } from './messages.ts';
import { reload } from '../remotes/reload-document.ts';

/** Each is shown once per tab and stays until it is dismissed or used. */
export const offerNewVersion = () => toast.offer(<NewVersion />, <Reload />);
export const offerFix = (remote: string) => toast.offer(<Fix remote={remote} />, <Reload />);

// Components, because they stay long enough for the user to change the language.
function NewVersion() {
  return messages.use()('new_version');
}

function Fix({ remote }: { remote: string }) {
  const t = messages.use();
  const name = `area.${remote}`;
  return t('fix', { area: t.has(name) ? t(name) : remote });
}

function Reload() {
  const t = messages.use();
  return (
    <Button size="small" onClick={reload}>
      {t('reload')}
    </Button>
  );
}
