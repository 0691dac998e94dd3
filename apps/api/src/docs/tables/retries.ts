import { retryDelaysMs } from '@gateway/domain/webhooks/retry-schedule'
import { html, type Markup } from '@gateway/pages/html'

const units = [
  ['h', 3_600_000],
  ['min', 60_000],
  ['s', 1_000],
] as const

/** The attempts of a delivery, each with the time after the one before. */
export const retryLadder = (): Markup =>
  html`<ol class="ladder" aria-label="Attempts">
    ${[undefined, ...retryDelaysMs].map((delay, at) => html`<li><small>${at + 1}</small>${delay === undefined ? 'at once' : pauseWords(delay)}</li>`)}
  </ol>`

/** A pause in its largest whole unit: `5 min`. */
function pauseWords(ms: number): string {
  const [unit, length] = units.find(([, size]) => ms % size === 0) ?? ['ms', 1]
  return `${ms / length} ${unit}`
}
