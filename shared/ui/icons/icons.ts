import { createIcon } from './create-icon.tsx';

// One line per icon, drawn on the grid described in create-icon.tsx. Unused ones are dropped from a build.
export const IconChevronDown = /* @__PURE__ */ createIcon('M4 6.25 8 10.25l4-4');
export const IconChevronRight = /* @__PURE__ */ createIcon('M6.25 4 10.25 8l-4 4');
export const IconChevronLeft = /* @__PURE__ */ createIcon('M9.75 4 5.75 8l4 4');
export const IconChevronUp = /* @__PURE__ */ createIcon('M4 9.75 8 5.75l4 4');
export const IconChevrons = /* @__PURE__ */ createIcon('M5.25 6 8 3.25 10.75 6M5.25 10 8 12.75 10.75 10');
export const IconCheck = /* @__PURE__ */ createIcon('M3.25 8.5l3.25 3.25 6.25-7');
export const IconClose = /* @__PURE__ */ createIcon('M4.25 4.25l7.5 7.5M11.75 4.25l-7.5 7.5');
export const IconPlus = /* @__PURE__ */ createIcon('M8 3.25v9.5M3.25 8h9.5');
export const IconMinus = /* @__PURE__ */ createIcon('M3.25 8h9.5');
export const IconSearch = /* @__PURE__ */ createIcon(
  'M2.75 7a4.25 4.25 0 1 0 8.5 0a4.25 4.25 0 1 0 -8.5 0zM10.25 10.25l3.25 3.25',
);
export const IconMore = /* @__PURE__ */ createIcon(
  '',
  'M2.15 8a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0 -2.2 0zM6.9 8a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0 -2.2 0zM11.65 8a1.1 1.1 0 1 0 2.2 0a1.1 1.1 0 1 0 -2.2 0z',
);
export const IconEye = /* @__PURE__ */ createIcon(
  'M1.5 8S3.75 3.5 8 3.5 14.5 8 14.5 8 12.25 12.5 8 12.5 1.5 8 1.5 8zM6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
);
export const IconEyeOff = /* @__PURE__ */ createIcon(
  'M6.4 3.7A6.3 6.3 0 0 1 8 3.5c4.25 0 6.5 4.5 6.5 4.5a12 12 0 0 1-1.7 2.3M4.1 4.9A11.6 11.6 0 0 0 1.5 8S3.75 12.5 8 12.5c1.1 0 2.1-.3 2.95-.75M2.5 2.5l11 11',
);
export const IconSources = /* @__PURE__ */ createIcon(
  'M2.5 3.25h1A4.5 4.5 0 0 1 8 7.75V8h5.25M2.5 12.75h1A4.5 4.5 0 0 0 8 8.25M10.75 5.25 13.5 8l-2.75 2.75',
);
export const IconData = /* @__PURE__ */ createIcon(
  'M3.5 2.75h9a1.25 1.25 0 0 1 1.25 1.25v8a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-8a1.25 1.25 0 0 1 1.25 -1.25zM2.25 6.25h11.5M6.25 6.25v7',
);
export const IconTools = /* @__PURE__ */ createIcon(
  'M2.25 5h5M10.75 5h3M7.25 5a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0 -3.5 0zM2.25 11h2.5M8.25 11h5.5M4.75 11a1.75 1.75 0 1 0 3.5 0a1.75 1.75 0 1 0 -3.5 0z',
);
export const IconReports = /* @__PURE__ */ createIcon('M2.25 13.25h11.5M4.25 10.5V8M8 10.5V3M11.75 10.5V5.5');
export const IconTemplates = /* @__PURE__ */ createIcon(
  'M3.5 2.25h9a1.25 1.25 0 0 1 1.25 1.25v9a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-9a1.25 1.25 0 0 1 1.25 -1.25zM2.25 6.25h11.5M7 6.25v7.5',
);
export const IconKey = /* @__PURE__ */ createIcon(
  'M2.25 10.75a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0 -5.5 0zM7 8.75l6-6M10.25 5.5l2 2M12 3.75l1.25 1.25',
);
export const IconSettings = /* @__PURE__ */ createIcon(
  'M8 1.75l5.4 3.1v6.3L8 14.25l-5.4-3.1v-6.3zM6 8a2 2 0 1 0 4 0a2 2 0 1 0 -4 0z',
);
export const IconUsers = /* @__PURE__ */ createIcon(
  'M3.5 5.25a2.5 2.5 0 1 0 5 0a2.5 2.5 0 1 0 -5 0zM1.5 13.25c0-2.25 1.95-3.75 4.5-3.75s4.5 1.5 4.5 3.75M10.5 2.85a2.5 2.5 0 0 1 0 4.8M12.25 9.9c1.4.55 2.25 1.75 2.25 3.35',
);
export const IconUser = /* @__PURE__ */ createIcon(
  'M5.25 5.25a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0 -5.5 0zM2.75 13.5c.3-2.4 2.4-4 5.25-4s4.95 1.6 5.25 4',
);
export const IconBuilding = /* @__PURE__ */ createIcon(
  'M3.25 13.5V3.25a.75.75 0 0 1 .75-.75h5.25a.75.75 0 0 1 .75.75V13.5M10 6.5h2.25a.75.75 0 0 1 .75.75v6.25M1.75 13.5h12.5M5.5 5.5h2.25M5.5 8h2.25M5.5 10.5h2.25',
);
export const IconServer = /* @__PURE__ */ createIcon(
  'M3.5 2.5h9a1.25 1.25 0 0 1 1.25 1.25v2a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-2a1.25 1.25 0 0 1 1.25 -1.25zM3.5 9h9a1.25 1.25 0 0 1 1.25 1.25v2a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-2a1.25 1.25 0 0 1 1.25 -1.25zM5 4.75h.01M5 11.25h.01',
);
export const IconClock = /* @__PURE__ */ createIcon(
  'M2.25 8a5.75 5.75 0 1 0 11.5 0a5.75 5.75 0 1 0 -11.5 0zM8 4.75V8l2.25 1.5',
);
export const IconCalendar = /* @__PURE__ */ createIcon(
  'M3.5 3.25h9a1.25 1.25 0 0 1 1.25 1.25v8a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-8a1.25 1.25 0 0 1 1.25 -1.25zM2.25 6.75h11.5M5.25 1.75v2.75M10.75 1.75v2.75',
);
export const IconRefresh = /* @__PURE__ */ createIcon(
  'M13.3 6.75A5.5 5.5 0 0 0 3.3 5.1M2.7 9.25a5.5 5.5 0 0 0 10 1.65M3.25 2.25v3h3M12.75 13.75v-3h-3',
);
export const IconPlay = /* @__PURE__ */ createIcon('M5 3.25 12.25 8 5 12.75z');
export const IconPause = /* @__PURE__ */ createIcon('M5.25 3.5v9M10.75 3.5v9');
export const IconStop = /* @__PURE__ */ createIcon(
  'M5 4h6a1 1 0 0 1 1 1v6a1 1 0 0 1 -1 1h-6a1 1 0 0 1 -1 -1v-6a1 1 0 0 1 1 -1z',
);
export const IconDownload = /* @__PURE__ */ createIcon(
  'M8 2.5v7.25M4.75 6.75 8 10l3.25-3.25M2.75 13.25h10.5',
);
export const IconUpload = /* @__PURE__ */ createIcon('M8 10V2.75M4.75 6 8 2.75 11.25 6M2.75 13.25h10.5');
export const IconExternal = /* @__PURE__ */ createIcon(
  'M6.5 3H4a1 1 0 0 0-1 1v8a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1V9.5M9.5 2.5h4v4M13.25 2.75 7.75 8.25',
);
export const IconFilter = /* @__PURE__ */ createIcon('M2.25 4.25h11.5M4.75 8h6.5M6.75 11.75h2.5');
export const IconColumns = /* @__PURE__ */ createIcon(
  'M3.5 2.75h9a1.25 1.25 0 0 1 1.25 1.25v8a1.25 1.25 0 0 1 -1.25 1.25h-9a1.25 1.25 0 0 1 -1.25 -1.25v-8a1.25 1.25 0 0 1 1.25 -1.25zM6.1 2.75v10.5M9.9 2.75v10.5',
);
export const IconArrowUp = /* @__PURE__ */ createIcon('M8 13V3.25M4 7.25l4-4 4 4');
export const IconArrowDown = /* @__PURE__ */ createIcon('M8 3v9.75M4 8.75l4 4 4-4');
export const IconArrowRight = /* @__PURE__ */ createIcon('M3 8h9.75M8.75 4l4 4-4 4');
export const IconArrowLeft = /* @__PURE__ */ createIcon('M13 8H3.25M7.25 4l-4 4 4 4');
export const IconHash = /* @__PURE__ */ createIcon(
  'M6.25 2.75 5 13.25M11 2.75 9.75 13.25M3 5.75h10.75M2.25 10.25H13',
);
export const IconText = /* @__PURE__ */ createIcon('M3.25 4.25v-1.5h9.5v1.5M8 2.75v10.5M6.25 13.25h3.5');
export const IconBool = /* @__PURE__ */ createIcon(
  'M5.5 4.25h5a3.75 3.75 0 0 1 3.75 3.75v0a3.75 3.75 0 0 1 -3.75 3.75h-5a3.75 3.75 0 0 1 -3.75 -3.75v0a3.75 3.75 0 0 1 3.75 -3.75zM9 8a1.5 1.5 0 1 0 3 0a1.5 1.5 0 1 0 -3 0z',
);
export const IconJson = /* @__PURE__ */ createIcon(
  'M5.75 2.5h-.5A1.5 1.5 0 0 0 3.75 4v2.25L2.25 8l1.5 1.75V12a1.5 1.5 0 0 0 1.5 1.5h.5M10.25 2.5h.5a1.5 1.5 0 0 1 1.5 1.5v2.25L13.75 8l-1.5 1.75V12a1.5 1.5 0 0 1-1.5 1.5h-.5',
);
export const IconMail = /* @__PURE__ */ createIcon(
  'M3.25 3.25h9.5a1.25 1.25 0 0 1 1.25 1.25v7a1.25 1.25 0 0 1 -1.25 1.25h-9.5a1.25 1.25 0 0 1 -1.25 -1.25v-7a1.25 1.25 0 0 1 1.25 -1.25zM2.5 4.75 8 8.75l5.5-4',
);
export const IconCopy = /* @__PURE__ */ createIcon(
  'M6.75 5.5h5.5a1.25 1.25 0 0 1 1.25 1.25v5.5a1.25 1.25 0 0 1 -1.25 1.25h-5.5a1.25 1.25 0 0 1 -1.25 -1.25v-5.5a1.25 1.25 0 0 1 1.25 -1.25zM3.25 10.5A.75.75 0 0 1 2.5 9.75v-6.5a.75.75 0 0 1 .75-.75h6.5a.75.75 0 0 1 .75.75',
);
export const IconLink = /* @__PURE__ */ createIcon(
  'M6.75 9.25l2.5-2.5M7.5 4.75l1.35-1.35a2.65 2.65 0 0 1 3.75 3.75L11.25 8.5M8.5 11.25 7.15 12.6A2.65 2.65 0 0 1 3.4 8.85L4.75 7.5',
);
export const IconDatabase = /* @__PURE__ */ createIcon(
  'M2.75 4a5.25 2 0 1 0 10.5 0a5.25 2 0 1 0 -10.5 0zM2.75 4v8c0 1.1 2.35 2 5.25 2s5.25-.9 5.25-2V4M2.75 8c0 1.1 2.35 2 5.25 2s5.25-.9 5.25-2',
);
export const IconFile = /* @__PURE__ */ createIcon(
  'M9.25 1.75h-5a.75.75 0 0 0-.75.75v11c0 .4.35.75.75.75h7.5c.4 0 .75-.35.75-.75V5zM9.25 1.75V5h3.25',
);
export const IconGlobe = /* @__PURE__ */ createIcon(
  'M2.25 8a5.75 5.75 0 1 0 11.5 0a5.75 5.75 0 1 0 -11.5 0zM5.5 8a2.5 5.75 0 1 0 5 0a2.5 5.75 0 1 0 -5 0zM2.25 8h11.5',
);
export const IconFlask = /* @__PURE__ */ createIcon(
  'M6.25 2.25v4L3 12.4c-.35.65.1 1.35.8 1.35h8.4c.7 0 1.15-.7.8-1.35L9.75 6.25v-4M5 2.25h6M4.75 9.75h6.5',
);
export const IconPin = /* @__PURE__ */ createIcon('M6 2.25h4M6.75 2.25v4L4.5 9h7L9.25 6.25v-4M8 9v4.75');
export const IconLock = /* @__PURE__ */ createIcon(
  'M4.25 7h7.5a1.25 1.25 0 0 1 1.25 1.25v4a1.25 1.25 0 0 1 -1.25 1.25h-7.5a1.25 1.25 0 0 1 -1.25 -1.25v-4a1.25 1.25 0 0 1 1.25 -1.25zM5.25 7V5a2.75 2.75 0 0 1 5.5 0v2',
);
export const IconTrash = /* @__PURE__ */ createIcon(
  'M2.75 4.25h10.5M6 4.25v-1.5h4v1.5M4 4.25l.6 8.55c.05.55.45.95 1 .95h4.8c.55 0 .95-.4 1-.95L12 4.25',
);
export const IconEdit = /* @__PURE__ */ createIcon('M10.75 2.75l2.5 2.5L5.5 13H3v-2.5z');
export const IconGrip = /* @__PURE__ */ createIcon(
  '',
  'M5 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM5 8a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM5 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM9 4a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM9 8a1 1 0 1 0 2 0a1 1 0 1 0 -2 0zM9 12a1 1 0 1 0 2 0a1 1 0 1 0 -2 0z',
);
export const IconExpand = /* @__PURE__ */ createIcon(
  'M9.5 2.5h4v4M6.5 13.5h-4v-4M13.25 2.75 9.5 6.5M2.75 13.25 6.5 9.5',
);
export const IconCode = /* @__PURE__ */ createIcon(
  'M4.75 4.75 1.75 8l3 3.25M11.25 4.75l3 3.25-3 3.25M9.25 3l-2.5 10',
);
export const IconHistory = /* @__PURE__ */ createIcon(
  'M2.75 8.25A5.4 5.4 0 1 0 4.2 4.2L2.75 5.5M2.75 2.5v3h3M8 5.25v3l2 1.25',
);
export const IconBell = /* @__PURE__ */ createIcon(
  'M4 6.5a4 4 0 0 1 8 0c0 3.25 1.25 4.25 1.25 4.25H2.75S4 9.75 4 6.5zM6.75 13.25a1.4 1.4 0 0 0 2.5 0',
);
export const IconShield = /* @__PURE__ */ createIcon(
  'M8 1.75l5 1.75v4c0 3.25-2 5.5-5 6.75-3-1.25-5-3.5-5-6.75v-4z',
);
export const IconLayers = /* @__PURE__ */ createIcon(
  'M8 2.25l5.75 3L8 8.25l-5.75-3zM2.25 8.25 8 11.25l5.75-3',
);
export const IconInfo = /* @__PURE__ */ createIcon(
  'M2.25 8a5.75 5.75 0 1 0 11.5 0a5.75 5.75 0 1 0 -11.5 0zM8 7.5v3.25M8 5.1v.01',
);
export const IconAlert = /* @__PURE__ */ createIcon(
  'M2.25 8a5.75 5.75 0 1 0 11.5 0a5.75 5.75 0 1 0 -11.5 0zM8 4.9v3.6M8 10.9v.01',
);
export const IconWarning = /* @__PURE__ */ createIcon('M8 2.5l6 10.75H2zM8 6.5v3M8 11.35v.01');
export const IconSun = /* @__PURE__ */ createIcon(
  'M5.25 8a2.75 2.75 0 1 0 5.5 0a2.75 2.75 0 1 0 -5.5 0zM8 1.5v1M8 13.5v1M1.5 8h1M13.5 8h1M3.4 3.4l.7.7M11.9 11.9l.7.7M3.4 12.6l.7-.7M11.9 4.1l.7-.7',
);
export const IconMoon = /* @__PURE__ */ createIcon(
  'M13.5 9.6A5.75 5.75 0 1 1 6.4 2.5a4.75 4.75 0 0 0 7.1 7.1z',
);
export const IconMenu = /* @__PURE__ */ createIcon('M2.5 4.25h11M2.5 8h11M2.5 11.75h11');
export const IconLogout = /* @__PURE__ */ createIcon(
  'M6.5 2.75H4a1 1 0 0 0-1 1v8.5a1 1 0 0 0 1 1h2.5M7 8h6.5M10.75 5.25 13.5 8l-2.75 2.75',
);
export const IconEnter = /* @__PURE__ */ createIcon('M13 3.5v4A1.5 1.5 0 0 1 11.5 9H3.25M6.25 6l-3 3 3 3');
export const IconLineChart = /* @__PURE__ */ createIcon(
  'M2.25 2.5v10.75h11.5M4.75 10l2.75-3.5L9.75 8l3.5-4.25',
);
export const IconKeyboard = /* @__PURE__ */ createIcon(
  'M3 4h10a1.25 1.25 0 0 1 1.25 1.25v5.5a1.25 1.25 0 0 1 -1.25 1.25h-10a1.25 1.25 0 0 1 -1.25 -1.25v-5.5a1.25 1.25 0 0 1 1.25 -1.25zM4.5 7h.01M7 7h.01M9.5 7h.01M11.75 7h.01M5.25 9.5h5.5',
);
export const IconTextCard = /* @__PURE__ */ createIcon('M2.75 4h10.5M2.75 8h10.5M2.75 12h6');
export const IconWrap = /* @__PURE__ */ createIcon(
  'M2.5 4h11M2.5 8h8.75a2.25 2.25 0 0 1 0 4.5H8M9.75 10.75 8 12.5l1.75 1.75',
);
export const IconPulse = /* @__PURE__ */ createIcon('M1.75 8h2.75l2-4.5 3 9 2-4.5h2.75');
export const IconDensity = /* @__PURE__ */ createIcon('M2.5 3h11M2.5 6.33h11M2.5 9.67h11M2.5 13h11');
export const IconBookmark = /* @__PURE__ */ createIcon('M4.25 2.5h7.5v11L8 10.75 4.25 13.5z');
