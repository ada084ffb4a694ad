/** A stretch of a note's line that looks the same throughout. */
export interface NotePiece {
  text: string;
  look: 'plain' | 'strong' | 'emphasis' | 'code';
  /** Where it leads to. */
  url?: string;
}

export interface NoteBlock {
  kind: 'heading' | 'items' | 'numbered' | 'paragraph';
  lines: readonly { pieces: readonly NotePiece[]; number?: number }[];
}

const INLINE =
  /\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|`([^`]+)`|\[([^\]]+)\]\((https?:\/\/[^\s)]+|mailto:[^\s)]+)\)/g;

/**
 * Reads the part of Markdown that notes need: headings, lists, paragraphs, bold, italic, code, and links to the web. All
 * else is text as it stands, so a screen, a page, and a mail show the same words of it.
 */
export function noteBlocks(text: string): NoteBlock[] {
  const blocks: { kind: NoteBlock['kind']; lines: NoteBlock['lines'][number][] }[] = [];
  let isNew = true;
  for (const line of text.split(/\r?\n/)) {
    if (line.trim() === '') {
      isNew = true;
      continue;
    }
    const { kind, rest, ...number } = kindOf(line);
    const last = blocks.at(-1);
    const read = { pieces: piecesOf(rest), ...number };
    if (last && !isNew && last.kind === kind && kind !== 'heading') last.lines.push(read);
    else blocks.push({ kind, lines: [read] });
    isNew = false;
  }
  return blocks;
}

function kindOf(line: string): { kind: NoteBlock['kind']; rest: string; number?: number } {
  const heading = /^#{1,6}\s+(.*)$/.exec(line);
  if (heading) return { kind: 'heading', rest: heading[1]! };
  const item = /^\s*[-*]\s+(.*)$/.exec(line);
  if (item) return { kind: 'items', rest: item[1]! };
  const numbered = /^\s*(\d{1,3})[.)]\s+(.*)$/.exec(line);
  if (numbered) return { kind: 'numbered', rest: numbered[2]!, number: Number(numbered[1]) };
  return { kind: 'paragraph', rest: line };
}

/** What is bold or italic can contain code and links. */
function piecesOf(text: string, look: NotePiece['look'] = 'plain'): NotePiece[] {
  const pieces: NotePiece[] = [];
  let from = 0;
  for (const match of text.matchAll(INLINE)) {
    const [whole, bold, italic, code, label, url] = match;
    if (match.index > from) pieces.push({ text: text.slice(from, match.index), look });
    if (bold !== undefined) pieces.push(...piecesOf(bold, 'strong'));
    else if (italic !== undefined) pieces.push(...piecesOf(italic, 'emphasis'));
    else if (code !== undefined) pieces.push({ text: code, look: 'code' });
    else pieces.push({ text: label!, look, url: url! });
    from = match.index + whole.length;
  }
  if (from < text.length) pieces.push({ text: text.slice(from), look });
  return pieces;
}

/** Returns a piece where nothing can be clicked: a link with its address, which can be read there too. */
export const withAddress = ({ text, url }: NotePiece): string =>
  url === undefined || url === text ? text : `${text} (${url})`;
