/** Returns the words of a name or a value in lower case: `closedWon`, `Closed Won`, and `closed_won` have the same two. */
export const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1_$2')
    .toLowerCase()
    .split(/[^\p{L}\d]+/u)
    .filter((part) => part !== '');
