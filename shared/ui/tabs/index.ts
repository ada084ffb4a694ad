/** Tabs: the parts of a page, each with its own URL. */
export { Tabs, type Tab, type TabsProps } from './tabs.tsx';
