import { createHash } from 'node:crypto'
import { html, trusted } from '../html.ts'

/** What a badge tells of a DID. */
interface BadgeView {
  /** From 0 to 100. */
  readonly score: number
  /** Settled payments and finished tasks that count. */
  readonly totalTasks: number
}

const HEIGHT = 28
const CORNER = 6
const WORD_WIDTH = 92
const CHARACTER_WIDTH = 8
const PADDING = 24

const css = `text{font:600 13px system-ui,-apple-system,'Segoe UI',Roboto,sans-serif}.edge{fill:#fff;stroke:#cbccc5}.word{fill:#4f5250;font-weight:500}.side{fill:#00576c}.number{fill:#fff;text-anchor:middle}@media (prefers-color-scheme:dark){.edge{fill:#141819;stroke:#3a4345}.word{fill:#b0b8ba}.side{fill:#56b8cc}.number{fill:#04232b}}`

/** The policy of a badge that is opened by itself: nothing is loaded and nothing runs; its only style is the one inside it. */
export const badgePolicy = `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; frame-ancestors 'none'`

/**
 * The badge of a DID as SVG, in the colours that the reader's system asks for. It holds numbers and fixed words only, so that a page that embeds it
 * shows nothing that the holder of the DID has written. Source: SVG 2; WAI-ARIA Graphics Module 1.0.
 */
export function badge({ score, totalTasks }: BadgeView): string {
  const isUnknown = totalTasks === 0 && score === 0
  const number = isUnknown ? 'none yet' : score.toFixed(2)
  const side = number.length * CHARACTER_WIDTH + PADDING
  const width = WORD_WIDTH + side
  return html`<svg
    xmlns="http://www.w3.org/2000/svg"
    width="${width}"
    height="${HEIGHT}"
    viewBox="0 0 ${width} ${HEIGHT}"
    role="img"
    aria-labelledby="title"
  >
    <title id="title">Reputation: ${isUnknown ? number : `${number} of 100, tasks: ${totalTasks}`}</title>
    ${trusted(`<style>${css}</style>`)}
    <rect class="edge" x=".5" y=".5" width="${width - 1}" height="${HEIGHT - 1}" rx="${CORNER}" />
    <path class="side" d="${sideOf(side)}" />
    <text class="word" x="12" y="18.5">Reputation</text>
    <text class="number" x="${WORD_WIDTH + side / 2}" y="18.5">${number}</text>
  </svg>`.markup
}

/** The ground of the number: straight towards the word, with round corners at the end. */
const sideOf = (side: number): string =>
  `M${WORD_WIDTH} 0h${side - CORNER}q${CORNER} 0 ${CORNER} ${CORNER}v${HEIGHT - CORNER - CORNER}q0 ${CORNER}-${CORNER} ${CORNER}h-${side - CORNER}z`
