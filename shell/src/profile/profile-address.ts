import { useLocation, useNavigate } from '@headwater/shared/routing';

export const PROFILE_SECTIONS = ['general', 'security', 'sessions'] as const;
export type ProfileSection = (typeof PROFILE_SECTIONS)[number];

/** The open profile in the address of whatever page it lies over: `?profile=security`. */
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
    /** What is open; null where the profile isn't. */
    section: sectionIn(search),
    addressOf,
    open: () => void navigate(addressOf('general'), { state: { profileOpened: true } }),
    /** As Back does where it was opened on this page: then the history has no entry that leads nowhere. */
    close: () => void (state?.profileOpened ? navigate(-1) : navigate(addressOf(null), { replace: true })),
  };
}

function sectionIn(search: string): ProfileSection | null {
  const asked = new URLSearchParams(search).get('profile');
  if (asked === null) return null;
  return PROFILE_SECTIONS.find((section) => section === asked) ?? 'general';
}
