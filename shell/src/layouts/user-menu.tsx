import { paths } from '@headwater/shared/routing';
import { useSignedIn } from '@headwater/shared/session';
import { CutMiddle, THEME_CHOICES, uiMessages } from '@headwater/shared/ui';
import { IconKeyboard, IconLogout, IconMail, IconShield, IconUser } from '@headwater/shared/ui/icons';
import { ariaKeys, Menu, MenuDivider, MenuGroup, MenuItem, NavUser } from '@headwater/shared/ui/menu';
import { Kbd } from '@headwater/shared/ui/workspace';
import { messages } from '../messages.ts';
import { readPage } from '../page.ts';
import { useProfileAddress } from '../profile/profile-address.ts';
import { useShortcuts } from '../shortcuts/use-shortcuts.tsx';
import { useLanguageChoice } from './use-language-choice.ts';
import { useLogOut } from './use-log-out.ts';
import { useThemeChoice } from './use-theme-choice.ts';

/** The user menu: who is signed in, their profile, language, and theme, who helps, and how to log out. */
export function UserMenu({ role }: { role: string }) {
  const t = messages.use();
  const { name, email, isSuperuser } = useSignedIn();
  const { open } = useProfileAddress();
  const { logOut } = useLogOut();
  const shortcuts = useShortcuts();
  return (
    <>
      <Menu
        above
        trigger={(wiring) => <NavUser name={name || email} role={role} title={t('user.menu')} {...wiring} />}
      >
        <MenuGroup label={<CutMiddle>{email}</CutMiddle>}>
          <MenuItem icon={<IconUser />} aria-haspopup="dialog" onSelect={open}>
            {t('user.profile')}
          </MenuItem>
        </MenuGroup>
        <MenuDivider />
        <LanguageItems />
        <MenuDivider />
        <ThemeItems />
        <MenuDivider />
        <MenuItem
          icon={<IconKeyboard />}
          aria-haspopup="dialog"
          aria-keyshortcuts={ariaKeys('shortcuts')}
          end={<Kbd aria-hidden>?</Kbd>}
          onSelect={shortcuts.open}
        >
          {t('user.shortcuts')}
        </MenuItem>
        <MenuItem icon={<IconMail />} href={`mailto:${readPage().supportEmail}`}>
          {t('user.support')}
        </MenuItem>
        <MenuDivider />
        {isSuperuser && (
          <MenuItem icon={<IconShield />} to={paths.superuserOrganizations()}>
            {t('user.superuser')}
          </MenuItem>
        )}
        <MenuItem icon={<IconLogout />} onSelect={() => void logOut()}>
          {t('user.log_out')}
        </MenuItem>
      </Menu>
      {shortcuts.dialog}
    </>
  );
}

function LanguageItems() {
  const t = messages.use();
  const { languages, current, choose } = useLanguageChoice();
  return (
    <MenuGroup label={t('user.language')}>
      {languages.map(({ language, name }) => (
        <MenuItem key={language} selected={language === current} onSelect={() => void choose(language)}>
          {name}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}

function ThemeItems() {
  const t = messages.use();
  const names = uiMessages.use();
  const { current, choose } = useThemeChoice();
  return (
    <MenuGroup label={t('user.theme')}>
      {THEME_CHOICES.map((theme) => (
        <MenuItem key={theme} selected={theme === current} onSelect={() => choose(theme)}>
          {names(`theme_${theme}`)}
        </MenuItem>
      ))}
    </MenuGroup>
  );
}
