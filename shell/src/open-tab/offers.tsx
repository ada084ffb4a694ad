import { Button, toast } from '@headwater/shared/ui';
import { useLanguage } from '@headwater/shared/messages';
import { messages } from './messages.ts';
import { declared } from '../remotes/declared.ts';
import { reload } from '../remotes/reload-document.ts';

/** Each is shown once per tab and stays until it is dismissed or used. */
export const offerNewVersion = () => toast.offer(<NewVersion />, <Reload />);
export const offerFix = (remote: string) => toast.offer(<Fix remote={remote} />, <Reload />);

// Components, because they stay long enough for the user to change the language.
function NewVersion() {
  return messages.use()('new_version');
}

/** A remote with areas that people know by its menu needs no name here: a new one has none in this shell. */
function Fix({ remote }: { remote: string }) {
  const t = messages.use();
  const language = useLanguage();
  const name = `area.${remote}`;
  const { menu = [] } = declared().find((one) => one.remote === remote) ?? {};
  const labels = menu.map(({ label, path }) => label[language] ?? label.en ?? path).join(', ');
  return t('fix', { area: t.has(name) ? t(name) : labels || remote });
}

function Reload() {
  const t = messages.use();
  return (
    <Button size="small" onClick={reload}>
      {t('reload')}
    </Button>
  );
}
