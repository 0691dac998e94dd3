import { type Markup, trusted } from '@gateway/pages/html'

/** Drawings of 20 units, with a stroke of 1.5. */
const icons = {
  alert: '<path d="M10 3.2 2.6 16h14.8z"/><path d="M10 8.2v3.4M10 13.9v.1"/>',
  arrowright: '<path d="M4 10h11.5M11 5l5 5-5 5"/>',
  check: '<path d="m4 10.5 4 4 8-9"/>',
  copy: '<rect x="7" y="7" width="10" height="10" rx="2"/><path d="M13 4.6A1.6 1.6 0 0 0 11.4 3H4.6A1.6 1.6 0 0 0 3 4.6v6.8A1.6 1.6 0 0 0 4.6 13"/>',
  download: '<path d="M10 3v9.5M6 9l4 4 4-4M3.5 16.5h13"/>',
  events: '<path d="M2.5 10h3l2-5.5 4 11 2.2-5.5h3.8"/>',
  external: '<path d="M8 4H4.6A1.6 1.6 0 0 0 3 5.6v9.8A1.6 1.6 0 0 0 4.6 17h9.8a1.6 1.6 0 0 0 1.6-1.6V12M11.5 3H17v5.5M17 3l-7.5 7.5"/>',
  globe: '<circle cx="10" cy="10" r="7.2"/><path d="M2.8 10h14.4M10 2.8c2.2 2 3.2 4.4 3.2 7.2s-1 5.2-3.2 7.2c-2.2-2-3.2-4.4-3.2-7.2s1-5.2 3.2-7.2z"/>',
  info: '<circle cx="10" cy="10" r="7.2"/><path d="M10 9.2v4.3M10 6.5v.1"/>',
  key: '<circle cx="6.5" cy="13.5" r="3.5"/><path d="m9 11 7.5-7.5M13 7l2.5 2.5"/>',
  menu: '<path d="M3 5.5h14M3 10h14M3 14.5h14"/>',
  moon: '<path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z"/>',
  rates: '<path d="M3 3v14h14M6 12.5l3.2-3.7 2.8 2.2 4.5-5.5"/>',
  refresh: '<path d="M16.5 9A6.7 6.7 0 0 0 4.7 6.2L3 8M3 4v4h4M3.5 11a6.7 6.7 0 0 0 11.8 2.8L17 12M17 16v-4h-4"/>',
  search: '<circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 3.8 3.8"/>',
  sun: '<circle cx="10" cy="10" r="3.3"/><path d="M10 2.5v1.8M10 15.7v1.8M2.5 10h1.8M15.7 10h1.8M4.7 4.7 6 6M14 14l1.3 1.3M4.7 15.3 6 14M14 6l1.3-1.3"/>',
  x: '<path d="m5 5 10 10M15 5 5 15"/>',
} as const

/** A drawing that stands beside a word, or inside a named button. */
export type IconName = keyof typeof icons

/** An icon; it says nothing to a screen reader. */
export const icon = (name: IconName, look = 'icon'): Markup => drawn('20 20', icons[name], { look, width: 1.5 })

/** The wordmark of the gateway. */
export const wordmark = (): Markup => drawn('86 24', WORDMARK, { look: 'wordmark', width: 2.1 })

/** A drawing in the colour of its text, from the source of this file. */
export const drawn = (box: string, body: string, { look, width }: { look: string; width: number }): Markup =>
  trusted(
    `<svg class="${look}" viewBox="0 0 ${box}" fill="none" stroke="currentColor" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true">${body}</svg>`,
  )

const WORDMARK =
  '<path d="M13.9 6.6A6.7 6.7 0 1 0 15.5 12H10"/><circle cx="23" cy="13.2" r="4.3"/><path d="M27.3 8.7v9M32.3 5v9.9a2.7 2.7 0 0 0 2.7 2.7h.8M30 9h5.8M38.2 13.2h8.5a4.3 4.3 0 1 0-1.3 3.1M49.4 8.9l2.9 8.4 3-8.4 3 8.4 2.9-8.4"/><circle cx="67.7" cy="13.2" r="4.3"/><path d="M72 8.7v9M75.3 8.9l3.5 8.3M82.3 8.9 77.6 20.3a2 2 0 0 1-1.9 1.2h-.5"/>'
