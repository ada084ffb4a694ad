import { createIcon } from '@headwater/shared/ui/icons';

export const IconFirst = /* @__PURE__ */ createIcon('M11.5 4 7.5 8l4 4M4.5 4v8');
export const IconLast = /* @__PURE__ */ createIcon('M4.5 4l4 4-4 4M11.5 4v8');
