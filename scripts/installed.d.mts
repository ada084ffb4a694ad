export function lockHash(root: string): string;
export function isInstalled(root: string): boolean;
