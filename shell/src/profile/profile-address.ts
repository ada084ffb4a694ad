import { useLocation, useNavigate } from '@headwater/shared/routing';

export const PROFILE_SECTIONS = ['general', 'security', 'sessions'] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

/**
 * Returns the section of the profile that the page's URL opens (`?profile=security`), and functions that
 * change it.
 */
export function useProfileAddress() {
  const { pathname, search, hash, state } = useLocation();
  const navigate = useNavigate();
  const addressOf = (section: ProfileSection | null) => {
    const params = new URLSearchParams(search);
    if (section) params.set('profile', section);
    else params.delete('profile');
    return pathname + (params.size > 0 ? `?${params}` : '') + hash;
  };
  return {
    /** The open section, or null if the profile is closed. */
    section: sectionIn(search),
    addressOf,
    open: () => void navigate(addressOf('general'), { state: { profileOpened: true } }),
    /**
     * Goes back if the profile was opened on this page, so that the history keeps no entry that leads
     * nowhere.
     */
    close: () => void (state?.profileOpened ? navigate(-1) : navigate(addressOf(null), { replace: true })),
  };
}

function sectionIn(search: string): ProfileSection | null {
  const named = new URLSearchParams(search).get('profile');
  if (named === null) return null;
  return PROFILE_SECTIONS.find((section) => section === named) ?? 'general';
}
