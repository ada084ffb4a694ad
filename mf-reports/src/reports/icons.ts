import { createIcon } from '@headwater/shared/ui/icons';

const STAR = 'M8 2.25l1.75 3.6 3.95.55-2.87 2.77.7 3.93L8 11.22 4.47 13.1l.7-3.93L2.3 6.4l3.95-.55z';
export const IconStar = /* @__PURE__ */ createIcon(STAR);
export const IconStarFilled = /* @__PURE__ */ createIcon(STAR, STAR);
export const IconUndo = /* @__PURE__ */ createIcon('M5.75 3 2.75 6l3 3M3 6h6.5a3.5 3.5 0 0 1 0 7H6.5');
export const IconRedo = /* @__PURE__ */ createIcon('M10.25 3l3 3-3 3M13 6H6.5a3.5 3.5 0 0 0 0 7h3');
export const IconNumberCard = /* @__PURE__ */ createIcon(
  'M6.25 2.75 5 13.25M11 2.75 9.75 13.25M3 5.75h10.75M2.25 10.25H13',
);
