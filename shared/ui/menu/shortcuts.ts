/**
 * Every shortcut of the product, by where it works, written as for `aria-keyshortcuts`: alternatives have a space between
 * them. `Mod` is ⌘ on a Mac, and Ctrl elsewhere.
 */
export const SHORTCUTS = {
  everywhere: { search: 'Mod+K', shortcuts: '?' },
  search: { search_move: 'ArrowUp ArrowDown', search_open: 'Enter', search_new_tab: 'Mod+Enter' },
  rows: {
    cell_move: 'ArrowUp ArrowDown ArrowLeft ArrowRight',
    cell_page: 'PageUp PageDown',
    cell_line: 'Home End',
    cell_corner: 'Mod+Home Mod+End',
    cell_open: 'Enter Space',
    cell_copy: 'Mod+C',
    head_sort: 'Enter',
    head_add_sort: 'Shift+Enter',
    head_about: 'Alt+ArrowDown',
    head_width: 'Shift+ArrowLeft Shift+ArrowRight',
  },
  find: { find_next: 'Enter', find_previous: 'Shift+Enter', find_close: 'Escape' },
  charts: { chart_move: 'ArrowLeft ArrowRight', chart_page: 'PageUp PageDown', chart_open: 'Enter' },
  sql: { sql_run: 'Mod+Enter', sql_format: 'Shift+Alt+F', sql_suggest: 'Control+Space' },
  report: {
    report_undo: 'Mod+Z',
    report_redo: 'Mod+Shift+Z',
    card_lift: 'Space Enter',
    card_move: 'ArrowUp ArrowDown ArrowLeft ArrowRight',
    card_resize: 'Shift+ArrowUp Shift+ArrowDown Shift+ArrowLeft Shift+ArrowRight',
    card_back: 'Escape',
  },
  streams: {
    stream_move: 'ArrowUp ArrowDown',
    stream_select: 'Space',
    stream_range: 'Shift+Space',
    stream_open: 'ArrowRight',
    stream_close: 'ArrowLeft',
    stream_columns: 'Enter',
  },
} as const;

type Groups = typeof SHORTCUTS;
export type ShortcutGroup = keyof Groups;
export type Shortcut = { [Group in ShortcutGroup]: keyof Groups[Group] }[ShortcutGroup];
