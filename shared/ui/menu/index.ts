/** Overlays (menus, dialogs, drawers), and the frame around a workspace, which contains menus. */
export { Menu, MenuDivider, MenuGroup, MenuItem, type MenuItemProps, type MenuProps } from './menu.tsx';
export { Popover, PopoverAt, PopoverBody, PopoverFoot, type PopoverProps } from './popover.tsx';
export { ConfirmDialog, Dialog, type ConfirmDialogProps, type DialogProps } from './dialog.tsx';
export { Drawer, type DrawerProps } from './drawer.tsx';
export { AppFrame, type AppFrameProps } from './app-frame.tsx';
export { NavFinder, NavItem, NavSwitcher, NavUser } from './nav-parts.tsx';
export { ariaKeys, isApple, useKeyNames } from './key-names.ts';
export { SHORTCUTS, type Shortcut, type ShortcutGroup } from './shortcuts.ts';
