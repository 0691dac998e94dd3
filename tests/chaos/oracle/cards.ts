import { type CardLog, type Effect, readCardLog } from './card-log.ts'
import type { CaseCard } from './case.ts'
import { type Check, type Evidence, lineOf, rowsOf } from './judgement.ts'

/** A card payment in the database. */
interface Row {
  readonly id: string
  readonly state: string
  readonly captured: number | null
  readonly refunded: number
  readonly pending: number
  readonly fee_returned: number
  readonly escrow_state: string | null
  readonly transferred: number | null
  readonly reversed: number | null
  /** What a connected account that has spent its money could not give back: the processor's proven refusals. */
  readonly owed: number
}

const ROWS = `SELECT p.id, p.state, p.captured_minor::float AS captured, p.refunded_minor::float AS refunded, p.pending_minor::float AS pending,
    p.fee_returned_minor::float AS fee_returned, e.state AS escrow_state, e.transferred_minor::float AS transferred, e.reversed_minor::float AS reversed,
    (SELECT COALESCE(sum(i.amount_minor), 0)::float FROM processor_intent i JOIN processor_attempt a ON a.intent_id = i.id
      WHERE i.payment_id = p.id AND i.purpose = 'card_reversal' AND i.state = 'void' AND a.proof -> 'refused' ->> 'code' = 'balance_insufficient') AS owed
  FROM card_payment p LEFT JOIN card_escrow e ON e.id = p.escrow_id WHERE p.invoice_id IS NULL`

/** The fee of the starter plan, in basis points. */
const FEE_BPS = 100
const feeOf = (cents: number): number => Math.floor((cents * FEE_BPS) / 10_000)
const sum = (effects: readonly Effect[], member: 'amount' | 'amount_refunded' = 'amount'): number =>
  effects.reduce((total, effect) => total + (effect[member] ?? 0), 0)

/** C8: the processor has moved money once for each intent, as its own log tells, and each of its events was worked on. */
export const cards: Check = {
  id: 'C8',
  sentence: 'the processor moved money once per intent, its log and our rows agree to the cent, and no event of it is lost',
  find: async (evidence) => {
    const log = readCardLog(evidence.judged.stripeLog)
    const rows = await rowsOf<Row>(evidence, ROWS)
    const broken = [
      ...evidence.judged.cards.flatMap((card) => problemsOf(card, rows, log)),
      ...(rows.length === evidence.judged.cards.length ? [] : [lineOf({ problem: 'rows without a request', rows: rows.length })]),
      ...(await intentProblems(evidence, log)),
      ...(await eventProblems(evidence, log)),
    ]
    return { figure: `${rows.length} card payments, ${log.byIntent.size} effects, ${log.events.length} events`, broken }
  },
}

function problemsOf(card: CaseCard, rows: readonly Row[], log: CardLog): string[] {
  const row = rows.find(({ id }) => id === card.id)
  const facts = { card, row, ...movedBy(card, log) }
  const statements = row ? statementsOf({ ...facts, row }) : [[false, 'the card payment is missing'] as const]
  return statements.flatMap(([holds, problem]) => (holds ? [] : [lineOf({ problem, ...facts })]))
}

/** What the log knows of a payment, in cents. */
function movedBy({ id, escrowId }: CaseCard, { effects }: CardLog) {
  const of = (kind: Effect['object'], fits: (effect: Effect) => boolean) => effects.filter((one) => one.object === kind && fits(one))
  const [intent] = of('payment_intent', ({ metadata }) => metadata?.['card_payment_id'] === id)
  const charges = of('charge', ({ payment_intent, status }) => payment_intent === intent?.id && status === 'succeeded')
  const refunds = of('refund', ({ payment_intent, status }) => payment_intent === intent?.id && status === 'succeeded')
  const fees = of('application_fee', ({ charge }) => charges.some((one) => one.id === charge))
  const transfers = of('transfer', ({ transfer_group: group }) => escrowId !== null && group === escrowId)
  const reversals = of('transfer_reversal', ({ transfer }) => transfers.some((one) => one.id === transfer))
  return {
    sessions: of('checkout.session', ({ metadata }) => metadata?.['card_payment_id'] === id).length,
    charges: charges.length,
    captured: sum(charges),
    refunds: refunds.map(({ amount }) => amount),
    refunded: sum(refunds),
    feeKept: sum(fees) - sum(fees, 'amount_refunded'),
    feeReturned: sum(fees, 'amount_refunded'),
    transfers: transfers.length,
    transferred: sum(transfers),
    reversed: sum(reversals),
  }
}

type Facts = ReturnType<typeof movedBy> & { readonly card: CaseCard; readonly row: Row }
type Statement = readonly [boolean, string]

function statementsOf(facts: Facts): Statement[] {
  const { card, row } = facts
  const isPaid = card.behaviour !== 'fails'
  const asked = Object.entries(card.answers).flatMap(([name, answer]) =>
    name.startsWith('refund ') && answer === '200' ? [Number(name.slice('refund '.length))] : [],
  )
  return [
    [facts.sessions === 1, 'it has another number of pages than one'],
    [facts.charges === (isPaid ? 1 : 0) && facts.captured === (isPaid ? card.amount : 0), 'it was not charged once'],
    [String(inOrder(facts.refunds)) === String(inOrder(asked)), 'its refunds are not those that were accepted'],
    [facts.refunded <= facts.captured, 'more was refunded than captured'],
    [(row.captured ?? 0) === facts.captured && row.refunded === facts.refunded, 'the row has other amounts than the log'],
    [row.pending === 0 && row.fee_returned === facts.feeReturned, 'the row has an amount that is still pending, or another fee'],
    [row.state === stateOf(facts), 'it has another status than its money'],
    ...(card.escrowId === null ? directStatements(facts) : escrowStatements(facts)),
  ]
}

const stateOf = ({ card, captured, refunded }: Facts): string => {
  if (card.behaviour === 'fails') return 'failed'
  if (refunded === 0) return 'succeeded'
  return refunded === captured ? 'refunded' : 'partially_refunded'
}

const directStatements = ({ captured, refunded, feeKept, transfers }: Facts): Statement[] => [
  [feeKept === feeOf(captured - refunded), 'the platform keeps another fee than that of what is left'],
  [transfers === 0, 'a direct payment was transferred'],
]

function escrowStatements({ card, row, captured, refunded, transfers, transferred, reversed }: Facts): Statement[] {
  const isReleased = card.answers['release'] === '200'
  const before = card.behaviour === 'part_release' ? refunded : 0
  const due = captured - before - feeOf(captured - before)
  return [
    [transfers === (isReleased ? 1 : 0), 'it was not transferred as often as its release was accepted'],
    [transferred === (isReleased ? due : 0), 'transfer, fee and refunds are not the capture'],
    [
      reversed + row.owed === (isReleased && refunded === captured ? transferred : 0),
      'what was refunded after the release neither came back nor is owed',
    ],
    [row.transferred === transferred && row.reversed === reversed, 'the row of the escrow has other amounts than the log'],
    [Object.values(card.answers).every((answer) => answer === '200' || answer === '400 INVALID_STATE'), 'a command got another answer'],
  ]
}

/** Every intent that is final has one effect, and every effect one intent. */
async function intentProblems(evidence: Evidence, { byIntent }: CardLog): Promise<string[]> {
  const rows = await rowsOf<{ id: string; purpose: string; state: string }>(evidence, 'SELECT id, purpose, state FROM processor_intent')
  const known = new Map(rows.map((row) => [row.id, row]))
  const pages = await rowsOf<{ id: string }>(evidence, 'SELECT id FROM card_payment WHERE invoice_id IS NOT NULL')
  const ofInvoices = new Set(pages.map(({ id }) => id))
  // The page of an invoice is opened afresh, by no intent; C14 judges what it charged.
  const isPageOfInvoice = ({ object, metadata }: Effect): boolean =>
    object === 'checkout.session' && ofInvoices.has(metadata?.['card_payment_id'] ?? '')
  const doubled = [...byIntent].flatMap(([intent, effects]) =>
    effects.length === 1 && (known.get(intent)?.state === 'final' || effects.every(isPageOfInvoice))
      ? []
      : [lineOf({ problem: 'not one effect of one intent', intent, effects, ...known.get(intent) })],
  )
  const without = rows.filter(({ id, state }) => state === 'final' && !byIntent.has(id))
  return [...doubled, ...without.map((row) => lineOf({ problem: 'an intent without an effect', ...row }))]
}

async function eventProblems(evidence: Evidence, { events, undelivered }: CardLog): Promise<string[]> {
  const rows = await rowsOf<{ event_id: string }>(evidence, 'SELECT event_id FROM processor_event WHERE try_at IS NULL')
  const worked = new Set(rows.map(({ event_id: id }) => id))
  const lost = events.filter(({ id }) => !worked.has(id)).map((event) => lineOf({ problem: 'an event is lost', ...event }))
  return undelivered === 0 ? lost : [...lost, lineOf({ problem: 'events are on their way', undelivered })]
}

const inOrder = (amounts: readonly (number | undefined)[]): number[] => amounts.map(Number).toSorted((a, b) => a - b)
