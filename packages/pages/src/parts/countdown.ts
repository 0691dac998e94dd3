import { html, type Markup, type Part } from '../html.ts'
import { timeLeft } from '../scripts/time-left.ts'

/** A time that runs out, in RFC 3339. */
interface Countdown {
  readonly now: string
  readonly from: string
  readonly until: string
  /** Stands behind the time that is left. */
  readonly left: Part
  readonly note: Part
}

const MS = 1_000
/** From here on the ring changes its colour. */
const SHORT_MS = 120_000
/** The ring's circumference in its own units. */
const RING = 100

/** A countdown as of the server's clock; a script keeps it going, silently. Without scripts only the note is shown. */
export function countdown({ now, from, until, left: words, note }: Countdown): Markup {
  const at = Date.parse(until)
  const left = Math.max(at - Date.parse(now), 0)
  const total = Math.max(at - Date.parse(from), left)
  const classes = left < SHORT_MS ? 'panel__part timer is-short' : 'panel__part timer'
  return html`<div class="${classes}" data-part="timer" id="timer" data-total="${total / MS}">
    <svg class="ring needs-script" viewBox="0 0 40 40" aria-hidden="true">
      <circle class="ring__track" cx="20" cy="20" r="15.9" />
      <circle class="ring__arc" cx="20" cy="20" r="15.9" stroke-dashoffset="${RING - (RING * left) / total}" />
    </svg>
    <p>
      <span class="timer__left needs-script"><bdi id="left" role="timer" aria-live="off">${timeLeft(left / MS)}</bdi> ${words}</span>
      <span class="hint timer__until">${note}</span>
    </p>
  </div>`
}
