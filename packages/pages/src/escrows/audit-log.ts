import type { EscrowEventType } from '@gateway/domain/escrows/history'
import { html, type Markup, type Part } from '../html.ts'
import { exact, named } from '../parts/amount.ts'
import type { LogEntry } from './escrow-view.ts'
import { type SpokenEscrow, stampOf } from './escrow-words.ts'

/** The history, oldest first: when, what, who, and the seal that the next entry is made over. */
export const auditLog = (page: SpokenEscrow): Markup => {
  const { t, log } = page
  return html`<section class="card" data-part="log" aria-labelledby="h-log">
    <div class="card__head">
      <h2 id="h-log">${t.log}</h2>
      <span class="hint push">${t.sealed}</span>
    </div>
    <table class="table table--stack" aria-labelledby="h-log">
      <thead>
        <tr>
          <th scope="col">${t.time}</th>
          <th scope="col">${t.what}</th>
          <th scope="col">${t.who}</th>
          <th scope="col" class="num-col">${t.seal}</th>
        </tr>
      </thead>
      <tbody>
        ${log.map((entry) => row(page, entry))}
      </tbody>
    </table>
  </section>`
}

const row = (page: SpokenEscrow, entry: LogEntry): Markup =>
  html`<tr>
    <td class="num nowrap" data-cell="sub">${stampOf(page, entry.createdAt, true)}</td>
    <td class="main" data-cell="lead">${nameOf(page, entry.type)}${detailsOf(page, entry)}</td>
    <td data-cell="end">${page.t.actors[entry.actor]}</td>
    <td class="num-col mono" data-cell="sub-end">${exact(shortSeal(entry.seal))}</td>
  </tr>`

function nameOf({ t }: SpokenEscrow, type: EscrowEventType): Part {
  if (type === 'deposit_detected') return t.depositDetected
  return type === 'dispute_resolved' ? t.disputeResolved : t.states[type]
}

/** The amount that was seen, or the words of a party or of operators, as they were written. */
function detailsOf({ ticker }: SpokenEscrow, { details: { deposited, reason, resolution } }: LogEntry): Part {
  if (deposited !== undefined) return html`, ${exact(`${deposited} ${ticker}`)}`
  const said = reason ?? resolution ?? ''
  return said === '' ? '' : html`<span class="said">${named(`“${said}”`)}</span>`
}

const START = 4
const END = 2
const shortSeal = (seal: string): string => `${seal.slice(0, START)}…${seal.slice(-END)}`
