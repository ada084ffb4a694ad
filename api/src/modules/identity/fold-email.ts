/** What makes two addresses the same. */
export const foldEmail = (email: string) => email.toLowerCase();
