import { createContext, useContext } from 'react';

/** The drawer that something is in. Null on the page. */
export const Layer = createContext<HTMLElement | null>(null);

/** Returns where menus, popovers, and dialogs are rendered: over the drawer that opens them, or else over the page. */
export const useLayer = () => useContext(Layer) ?? undefined;
