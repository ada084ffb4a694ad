/** The most addresses that are invited at once. */
export const INVITED_AT_ONCE_MAX = 20;
/** The most invitations of a workspace that nobody has accepted yet. */
export const INVITATIONS_MAX = 200;
/** For how many days an invitation's link works. */
export const INVITATION_DAYS = 7;
