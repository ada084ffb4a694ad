/** Shares of the color for amounts in the color of the ground, in percent, from little to much. */
export const HEAT_SHARES = [10, 22, 36, 52, 72, 86, 100];
