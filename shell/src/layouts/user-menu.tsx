import { paths } from '@headwater/shared/routing';
import { useSignedIn } from '@headwater/shared/session';
import { THEME_CHOICES, uiMessages } from '@headwater/shared/ui';
import { IconLogout, IconShield, IconUser } from '@headwater/shared/ui/icons';
import { Menu, MenuDivider, MenuItem, MenuLabel, NavUser } from '@headwater/shared/ui/menu';
import { messages } from '../messages.ts';
import { useProfileAddress } from '../profile/profile-address.ts';
import { useLanguageChoice } from './use-language-choice.ts';
import { useLogOut } from './use-log-out.ts';
import { useThemeChoice } from './use-theme-choice.ts';

/** The user menu: who is signed in, their profile, language, and theme, and how to log out. */
export function UserMenu({ role }: { role: string }) {
  const t = messages.use();
  const { name, email, isSuperuser } = useSignedIn();
  const { open } = useProfileAddress();
  const { logOut } = useLogOut();
  return (
    <Menu
      trigger={(wiring) => <NavUser name={name || email} role={role} title={t('user.menu')} {...wiring} />}
    >
      <MenuLabel>{email}</MenuLabel>
      <MenuItem icon={<IconUser />} onSelect={open}>
        {t('user.profile')}
      </MenuItem>
      <MenuDivider />
      <MenuLabel>{t('user.language')}</MenuLabel>
      {useLanguageItems()}
      <MenuDivider />
      <MenuLabel>{t('user.theme')}</MenuLabel>
      {useThemeItems()}
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
  );
}

// Hooks instead of components, because the menu looks for the item to focus first among its own children.

function useLanguageItems() {
  const { languages, current, choose } = useLanguageChoice();
  return languages.map(({ language, name }) => (
    <MenuItem key={language} selected={language === current} onSelect={() => void choose(language)}>
      {name}
    </MenuItem>
  ));
}

function useThemeItems() {
  const names = uiMessages.use();
  const { current, choose } = useThemeChoice();
  return THEME_CHOICES.map((theme) => (
    <MenuItem key={theme} selected={theme === current} onSelect={() => choose(theme)}>
      {names(`theme_${theme}`)}
    </MenuItem>
  ));
}
