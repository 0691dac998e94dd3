import type { CheckoutSession } from '../objects/checkout-session.ts'
import { authenticateSession, methodOf, type PaidSession, paySession, sessionOf } from '../payments/pay-session.ts'
import { authenticateIntent } from '../payments/confirm-intent.ts'
import { planOutcome } from '../payments/plan-outcome.ts'
import { testCards } from '../payments/test-cards.ts'
import { type Answer, htmlAnswer, jsonAnswer, redirectTo } from '../server/answer.ts'
import { get } from '../state/store.ts'
import type { World } from '../state/world.ts'
import { ApiError } from '../wire/api-error.ts'
import type { PaymentIntent } from '../objects/payment-intent.ts'
import { escapeHtml, pageOf, showAmount } from './html.ts'
import type { PageRoute, Visit } from './page-route.ts'

/** The pages where a customer pays. */
export const checkoutPages: readonly PageRoute[] = [
  { path: '/c/pay/:id', visit: (visit) => (visit.method === 'POST' ? pay(visit) : showSession(visit)) },
  { path: '/3ds/:id', visit: (visit) => (visit.method === 'POST' ? authenticate(visit) : htmlAnswer(200, challengePage(intentAt(visit)))) },
]

const sessionAt = ({ world, ids }: Visit): CheckoutSession => get(world, { kind: 'checkout.session' }, ids[0] ?? '')
const intentAt = ({ world, ids }: Visit): PaymentIntent => get(world, { kind: 'payment_intent' }, ids[0] ?? '')

function showSession(visit: Visit): Answer {
  const session = sessionAt(visit)
  if (session.status === 'open') return htmlAnswer(200, paymentPage(visit.world, session))
  const sentence = session.status === 'expired' ? 'This payment page has expired.' : 'This payment has been made already.'
  return htmlAnswer(410, pageOf('Checkout', `<h1>${sentence}</h1>${cancelLink(session)}`))
}

const DEBITS = { bank_debit_succeeds: 'succeeded', bank_debit_fails: 'failed' } as const

function pay(visit: Visit): Answer {
  const { world, form } = visit
  const debit = form['method']
  const outcome = debit === 'bank_debit_succeeds' || debit === 'bank_debit_fails' ? DEBITS[debit] : undefined
  try {
    const method = methodOf(outcome ? 'bank_debit' : (form['method'] ?? form['number'] ?? ''))
    const paid = paySession(world, sessionAt(visit), method)
    if (outcome) planOutcome(world, paid.intent.id, outcome)
    return conclude(visit, paid)
  } catch (error) {
    return refusal(visit, error)
  }
}

function refusal({ acceptsJson, ...visit }: Visit, error: unknown): Answer {
  if (!(error instanceof ApiError)) throw error
  if (acceptsJson) return jsonAnswer(error.status, { outcome: 'refused', message: error.message })
  const session = sessionAt({ acceptsJson, ...visit })
  return session.status === 'open'
    ? htmlAnswer(error.status, paymentPage(visit.world, session, error.message))
    : showSession({ acceptsJson, ...visit })
}

/** The next step after an attempt: the shop's page, the authentication, or another attempt. */
function conclude({ world, acceptsJson }: Visit, { session, intent }: PaidSession): Answer {
  const next = {
    succeeded: { outcome: 'paid', url: successUrl(session) },
    processing: { outcome: 'processing', url: successUrl(session) },
    requires_action: { outcome: 'authenticate', url: `${world.url}/3ds/${intent.id}` },
  } as const
  const message = intent.last_payment_error?.message ?? 'Your card was declined.'
  if (intent.status in next) {
    const step = next[intent.status as keyof typeof next]
    return acceptsJson ? jsonAnswer(200, step) : redirectTo(step.url)
  }
  return acceptsJson ? jsonAnswer(402, { outcome: 'declined', message }) : htmlAnswer(402, paymentPage(world, session, message))
}

const successUrl = ({ success_url, id }: CheckoutSession): string => (success_url ?? '').replaceAll('{CHECKOUT_SESSION_ID}', id)

function authenticate(visit: Visit): Answer {
  const { world, form, acceptsJson } = visit
  const isProven = form['outcome'] === 'complete'
  const intent = intentAt(visit)
  const session = sessionOf(world, intent.id)
  if (session) return conclude(visit, authenticateSession(world, session, isProven))
  const { status } = authenticateIntent(world, intent, isProven)
  return acceptsJson ? jsonAnswer(200, { outcome: status }) : htmlAnswer(200, pageOf('Authentication', `<h1>${status}</h1>`))
}

function paymentPage({ state }: World, session: CheckoutSession, alert = ''): string {
  const amount = showAmount(session.amount_total, session.currency)
  const lines = state.sessionTerms[session.id]?.lineItems ?? []
  return pageOf(
    `Pay ${amount}`,
    `<h1>Pay ${escapeHtml(amount)}</h1>
<p>${lines.map(({ description, quantity }) => escapeHtml(quantity > 1 ? `${quantity} × ${description}` : description)).join('<br>')}</p>
<p class="note">Test mode: no money moves.</p>
${alert && `<p class="alert" role="alert">${escapeHtml(alert)}</p>`}
<form method="post" action="/c/pay/${session.id}">
<label for="number">Card number</label>
<input id="number" name="number" inputmode="numeric" autocomplete="off" list="cards" value="4242 4242 4242 4242" required>
<datalist id="cards">${testCards.map(({ number, title }) => `<option value="${number}">${escapeHtml(title)}</option>`).join('')}</datalist>
<button>Pay ${escapeHtml(amount)}</button>
</form>
<form method="post" action="/c/pay/${session.id}">
<button name="method" value="bank_debit_succeeds">Bank debit that succeeds later</button>
<button name="method" value="bank_debit_fails">Bank debit that fails later</button>
</form>
${cancelLink(session)}
<details><summary>Test cards</summary><ul class="note">
${testCards.map(({ number, title }) => `<li>${number.replaceAll(/(\d{4})(?!$)/g, '$1 ')}: ${escapeHtml(title)}</li>`).join('\n')}
</ul></details>`,
  )
}

const cancelLink = ({ cancel_url: url }: CheckoutSession): string => (url ? `<p><a href="${escapeHtml(url)}">Back to the shop</a></p>` : '')

const challengePage = ({ id, amount, currency }: PaymentIntent): string =>
  pageOf(
    'Authentication',
    `<h1>Your bank asks: is this payment of ${escapeHtml(showAmount(amount, currency))} yours?</h1>
<form method="post" action="/3ds/${id}">
<button name="outcome" value="complete">Complete authentication</button>
<button name="outcome" value="fail">Fail authentication</button>
</form>`,
  )
