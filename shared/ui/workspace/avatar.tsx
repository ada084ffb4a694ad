import { styled } from '@mui/material/styles';

export interface AvatarProps {
  /** A person's name or email address, whose initials are shown. */
  name: string;
  size?: 24 | 32;
}

/** A person's initials, always in the same color for the same name. */
export function Avatar({ name, size = 24 }: AvatarProps) {
  return (
    <AvatarRoot aria-hidden data-size={size} style={{ '--hue': `var(--c${hueOf(name)})` } as object}>
      {initialsOf(name)}
    </AvatarRoot>
  );
}

/** Returns "ML" for "Mara Lindqvist" and "mara.lindqvist@…". */
function initialsOf(name: string): string {
  const words = (name.split('@')[0] ?? '').split(/[\s._+-]+/).filter(Boolean);
  const letters = words.length > 1 ? [words[0], words.at(-1)] : [words[0]];
  return letters
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toUpperCase();
}

function hueOf(name: string): number {
  let sum = 0;
  for (const character of name) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % 997;
  return (sum % 5) + 1;
}

const AvatarRoot = styled('span')({
  width: 24,
  height: 24,
  flex: 'none',
  borderRadius: '50%',
  display: 'grid',
  placeItems: 'center',
  font: '600 10px/1 var(--font-sans)',
  background: 'color-mix(in srgb, var(--hue) 18%, var(--surface))',
  color: 'color-mix(in srgb, var(--hue) 60%, var(--text))',
  '&[data-size="32"]': { width: 32, height: 32, fontSize: 12 },
});
