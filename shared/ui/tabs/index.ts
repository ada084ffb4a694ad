/** Parts of a page, each with an address. */
export { Tabs, type Tab, type TabsProps } from './tabs.tsx';
