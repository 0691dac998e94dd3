import type { NamedTransaction } from '@gateway/domain/payments/payable-refund'
import { html, type Markup } from '../../html.ts'
import type { AssistedRefundTexts } from '../../locales/en/assisted-refund.ts'
import { glyph } from '../../parts/glyphs.ts'
import type { PayPageView } from './assisted-view.ts'
import type { SpokenAssisted } from './assisted-words.ts'
import { entry } from './transfer-list.ts'

/** Transactions that were named and pay nothing yet, with the reason where one was refused; undefined without any. */
export function namedTransactions({ t, refund }: SpokenAssisted): Markup | undefined {
  const open = refund.named.filter(({ state }) => state !== 'found')
  if (open.length === 0) return undefined
  return html`<ul class="transfers" aria-label="${t.transactionId}">
    ${open.map((transaction) => item(t, transaction))}
  </ul>`
}

const item = (t: AssistedRefundTexts, { txId, state, problem }: NamedTransaction): Markup =>
  state === 'refused'
    ? entry({ tone: 'failed', state: t.refused, end: '', txId, further: html`<p class="small">${reasonOf(t, problem)}</p>` })
    : entry({ tone: 'pending', state: t.lookedFor, end: '', txId, further: '' })

/** Why a named transaction does not count, by what is stored of it; nothing for a reason that has no words yet. */
const reasonOf = (t: AssistedRefundTexts, problem: string | null): string => reasons[problem ?? '']?.(t) ?? ''

const reasons: Readonly<Record<string, (t: AssistedRefundTexts) => string>> = {
  not_found: (t) => t.notFound,
  not_answered: (t) => t.notAnswered,
  older_than_payment: (t) => t.olderThanPayment,
  counted_elsewhere: (t) => t.countedElsewhere,
  failed: (t) => t.failed,
  pays_something_else: (t) => t.paysSomethingElse,
  balance_does_not_show_it: (t) => t.balanceDoesNotShowIt,
}

/** The form that names a transaction; undefined while no address is watched, and once nothing is open. The error replaces the hint, and what was typed is kept. */
export function nameForm(page: SpokenAssisted<PayPageView>): Markup | undefined {
  const { t, refund } = page
  if ((refund.state !== 'named' && refund.state !== 'paying') || refund.openUnits === 0n) return undefined
  return html`<div class="panel__part" data-part="name">
    <form method="post" class="stack" novalidate>
      <div>
        <h3>${t.paidAlready}</h3>
        <p class="hint">${t.paidAlreadyHelp}</p>
      </div>
      ${field(page)}
      <button class="btn">${t.nameTransaction}</button>
    </form>
  </div>`
}

function field({ t, network, typed = '', problem }: SpokenAssisted<PayPageView>): Markup {
  const input = html`class="input mono" id="tx_hash" name="tx_hash" value="${typed}" dir="ltr" autocomplete="off" autocapitalize="none"
  spellcheck="false" required`
  const sentences = { missing: t.transactionMissing, malformed: t.transactionMalformed(network), too_many: t.transactionsFull }
  const sentence = problem && sentences[problem]
  return html`<div class="field">
    <label for="tx_hash">${t.transactionId}</label>
    ${
      problem === undefined
        ? html`<input ${input} aria-describedby="tx-hint" /><span class="hint" id="tx-hint">${t.transactionHint}</span>`
        : html`<input ${input} aria-describedby="tx-error" aria-invalid="true" autofocus />
            <span class="field__error" id="tx-error">${glyph('failed')}<span>${sentence}</span></span>`
    }
  </div>`
}
