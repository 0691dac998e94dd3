import { type Markup, trusted } from '../html.ts'

/** 20 × 20, 1.5 px stroke, round joins, the colour of the text; always beside a word or inside a labelled button. */
const paths = {
  alert: '<path d="M10 3.2 2.6 16h14.8z"/><path d="M10 8.2v3.4M10 13.9v.1"/>',
  arrowleft: '<path d="M16 10H4.5M9 5l-5 5 5 5"/>',
  arrowright: '<path d="M4 10h11.5M11 5l5 5-5 5"/>',
  card: '<rect x="2.5" y="4.5" width="15" height="11" rx="2"/><path d="M2.5 8.5h15M5.5 12.5H9"/>',
  check: '<path d="m4 10.5 4 4 8-9"/>',
  chevrondown: '<path d="m5 7.5 5 5 5-5"/>',
  chevronright: '<path d="m7.5 5 5 5-5 5"/>',
  clock: '<circle cx="10" cy="10" r="7"/><path d="M10 6v4.2l2.8 1.8"/>',
  copy: '<rect x="7" y="7" width="10" height="10" rx="2"/><path d="M13 4.6A1.6 1.6 0 0 0 11.4 3H4.6A1.6 1.6 0 0 0 3 4.6v6.8A1.6 1.6 0 0 0 4.6 13"/>',
  download: '<path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13"/>',
  external: '<path d="M8 4H4.6A1.6 1.6 0 0 0 3 5.6v9.8A1.6 1.6 0 0 0 4.6 17h9.8a1.6 1.6 0 0 0 1.6-1.6V12M11.5 3H17v5.5M17 3l-7.5 7.5"/>',
  globe:
    '<circle cx="10" cy="10" r="7.2"/><path d="M2.8 10h14.4M10 2.8c2.2 2 3.2 4.4 3.2 7.2s-1 5.2-3.2 7.2c-2.2-2-3.2-4.4-3.2-7.2s1-5.2 3.2-7.2z"/>',
  home: '<path d="m3 9 7-6 7 6v7a1 1 0 0 1-1 1h-3.8v-5H7.8v5H4a1 1 0 0 1-1-1z"/>',
  info: '<circle cx="10" cy="10" r="7.2"/><path d="M10 9.2v4.3M10 6.5v.1"/>',
  key: '<circle cx="6.5" cy="13.5" r="3.5"/><path d="m9 11 7.5-7.5M13 7l2.5 2.5"/>',
  lock: '<rect x="4" y="9" width="12" height="8" rx="1.8"/><path d="M6.8 9V6.5a3.2 3.2 0 0 1 6.4 0V9"/>',
  mail: '<rect x="2.5" y="4.5" width="15" height="11" rx="2"/><path d="m3 6 7 5 7-5"/>',
  menu: '<path d="M3 5.5h14M3 10h14M3 14.5h14"/>',
  moon: '<path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z"/>',
  print:
    '<path d="M6 7V3h8v4M6 14H4.6A1.6 1.6 0 0 1 3 12.4V8.6A1.6 1.6 0 0 1 4.6 7h10.8A1.6 1.6 0 0 1 17 8.6v3.8a1.6 1.6 0 0 1-1.6 1.6H14"/><path d="M6 11.5h8V17H6z"/>',
  qr: '<path d="M3 3h5.5v5.5H3zM11.5 3H17v5.5h-5.5zM3 11.5h5.5V17H3zM11.5 11.5h2.2M17 11.5v2.2M11.5 17v-2.5M14.5 17H17v-1.5M14.3 14.2v.1"/>',
  rates: '<path d="M3 3v14h14M6 12.5l3.2-3.7 2.8 2.2 4.5-5.5"/>',
  refresh: '<path d="M16.5 9A6.7 6.7 0 0 0 4.7 6.2L3 8M3 4v4h4M3.5 11a6.7 6.7 0 0 0 11.8 2.8L17 12M17 16v-4h-4"/>',
  search: '<circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 3.8 3.8"/>',
  sun: '<circle cx="10" cy="10" r="3.3"/><path d="M10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M4.7 15.3 6 14M14 6l1.3-1.3"/>',
  user: '<circle cx="10" cy="7" r="3.2"/><path d="M3.8 16.8c.9-3 3.1-4.5 6.2-4.5s5.3 1.5 6.2 4.5"/>',
  wallet:
    '<path d="M15.5 6.5V4.6A1.6 1.6 0 0 0 13.9 3H4.8A1.8 1.8 0 0 0 3 4.8v10.4A1.8 1.8 0 0 0 4.8 17h10.6a1.6 1.6 0 0 0 1.6-1.6V8.1a1.6 1.6 0 0 0-1.6-1.6H4.8A1.8 1.8 0 0 1 3 4.7"/><path d="M13.6 11.7v.1" stroke-width="2.2"/>',
  x: '<path d="m5 5 10 10M15 5 5 15"/>',
} as const

/** The name of an icon. */
export type IconName = keyof typeof paths

/** An icon; `flips` for one that means "forward", which mirrors in right-to-left languages. */
export const icon = (name: IconName, { flips = false } = {}): Markup =>
  trusted(
    `<svg class="icon${flips ? ' flip' : ''}" viewBox="0 0 20 20" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${paths[name]}</svg>`,
  )
