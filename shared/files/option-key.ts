/** Returns the value as part of a message key: `verify-full` stays as it is, and a comma becomes `u2c`. */
export const optionKey = (value: string) =>
  value.replace(/[^\w-]/g, (character) => `u${character.charCodeAt(0).toString(16)}`);
