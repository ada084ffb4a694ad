/** The form of an email address used for comparison. */
export const foldEmail = (email: string) => email.toLowerCase();
