/** Parts of a page (Tabs: links) and views of one thing (Segments: buttons). */
export { Tabs, type Tab, type TabsProps } from './tabs.tsx';
export { Segments, type SegmentsProps } from './segments.tsx';
