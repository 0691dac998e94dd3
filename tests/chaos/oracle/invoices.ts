import { readCardLog } from './card-log.ts'
import type { CaseInvoice, ShownInvoice } from './case.ts'
import { chargesOf, wrongSuspense } from './invoice-money.ts'
import { type Check, lineOf, rowsOf } from './judgement.ts'
import { type Moved, type Payout, total } from './money.ts'
import { wrongRegister } from './register.ts'

/** An invoice in the database; fiat in cents, coins as decimal strings of base units. */
interface Row {
  readonly id: string
  readonly state: string
  readonly amount: number
  readonly credited: number
  /** Live credits: of deposits, and of cards. */
  readonly by_coins: number
  readonly by_cards: number
  readonly surplus: number
  /** Confirmed deposits: all, and those that wait for a decision. */
  readonly received: string
  readonly held: string
  readonly held_count: number
  /** Its events, in order. */
  readonly events: readonly string[]
  readonly sequence: number
}

const ROWS = `SELECT i.id, i.state, i.amount_minor::float AS amount, i.credited_minor::float AS credited, i.event_sequence AS sequence,
    coalesce((SELECT sum(credited_minor) FROM invoice_credit WHERE invoice_id = i.id AND reversed_at IS NULL AND deposit_id IS NOT NULL), 0)::float AS by_coins,
    coalesce((SELECT sum(credited_minor) FROM invoice_credit WHERE invoice_id = i.id AND reversed_at IS NULL AND card_payment_id IS NOT NULL), 0)::float AS by_cards,
    coalesce((SELECT sum(surplus_minor) FROM invoice_credit WHERE invoice_id = i.id AND reversed_at IS NULL), 0)::float AS surplus,
    coalesce((SELECT sum(units) FROM deposit WHERE subject_id = i.id::text AND credit_revision IS NOT NULL), 0)::text AS received,
    coalesce((SELECT sum(units) FROM deposit WHERE subject_id = i.id::text AND credit_revision IS NOT NULL AND held_in = 'suspense:late'), 0)::text AS held,
    (SELECT count(*)::int FROM deposit WHERE subject_id = i.id::text AND credit_revision IS NOT NULL AND held_in = 'suspense:late') AS held_count,
    (SELECT coalesce(array_agg(type ORDER BY sequence), '{}') FROM event WHERE object_id = i.id) AS events
  FROM invoice i WHERE i.id = ANY ($1)`

/** The fee of the starter plan, in basis points. */
const FEE_BPS = 100n

/** C14: every invoice is credited once by whatever came, what came twice or late is held and shown, and the register has no gap. */
export const invoices: Check = {
  id: 'C14',
  sentence:
    'every invoice has its due end, is credited and forwarded once, holds and shows double and late money, and the register has no gap',
  find: async (evidence) => {
    const { invoices: all, stripeLog } = evidence.judged
    const rows = await rowsOf<Row>(evidence, ROWS, [all.map(({ id }) => id)])
    const charged = await chargesOf(evidence, readCardLog(stripeLog))
    const wrong = all.flatMap((invoice) => {
      const row = rows.find(({ id }) => id === invoice.id)
      const facts = { invoice, row, moved: evidence.money.at(invoice), charged: charged.get(invoice.id) ?? 0 }
      return problemsOf(facts).map((problem) => lineOf({ problem, ...facts }))
    })
    const held = rows.reduce((sum, row) => sum + row.held_count, 0)
    const broken = [...wrong, ...(await wrongRegister(evidence)), ...(await wrongSuspense(evidence))]
    return { figure: `${all.length} invoices, ${held} deposits held`, broken }
  },
}

interface Facts {
  readonly invoice: CaseInvoice
  readonly row: Row | undefined
  readonly moved: Moved
  /** By the processor's log, in cents. */
  readonly charged: number
}
type Statement = readonly [boolean, string]

function problemsOf({ row, ...facts }: Facts): string[] {
  const { behaviour, shown } = facts.invoice
  if (behaviour === 'void') return row || shown ? ['the draft that was deleted is there'] : []
  if (!row || !shown) return ['the invoice is missing']
  const known = { ...facts, row, shown }
  return [...endStatements(known), ...moneyStatements(known), ...shownStatements(known)].flatMap(([holds, problem]) =>
    holds ? [] : [problem],
  )
}

type Known = Omit<Facts, 'row'> & { readonly row: Row; readonly shown: ShownInvoice }

/** A cancellation that money was on its way to is refused: then the invoice is paid. */
const endOf = ({ behaviour, answers }: CaseInvoice): string =>
  ['late', 'credited'].includes(behaviour) || answers['cancel'] === '200' ? 'cancelled' : 'paid'

function endStatements({ invoice, row }: Known): Statement[] {
  const end = endOf(invoice)
  const once = (type: string): number => row.events.filter((one) => one === `invoice.${type}`).length
  const last = invoice.behaviour === 'credited' ? 'credited' : end
  return [
    [row.state === end, `it should be ${end}`],
    [row.credited === (end === 'paid' ? invoice.cents : 0), 'it is not credited with its whole amount, or with nothing'],
    [row.amount === invoice.cents && row.by_coins + row.by_cards === row.credited, 'its credits are not what it was credited with'],
    [row.events.length === row.sequence, 'its events are not numbered to the end'],
    [once('sent') === 1 && once(last) === 1, `it was not sent once and ${last} once`],
    [once('paid') + once('cancelled') <= 1, 'it ended twice'],
    [once('overdue') === (invoice.behaviour === 'overdue' ? 1 : 0), 'it was overdue at another time than its own'],
  ]
}

function moneyStatements({ invoice, row, moved, charged }: Known): Statement[] {
  const { received, left, payouts } = moved
  const [arrived, held] = [BigInt(row.received), BigInt(row.held)]
  const out = total(payouts.map(({ merchant, platform, networkFee }) => merchant + platform + networkFee))
  return [
    [received === arrived && arrived === BigInt(invoice.sentUnits), 'the chain, the ledger and the client know different amounts'],
    [left === held, 'what is held is not at its address'],
    [out === arrived - held, 'merchant + fee is not what was credited - network fee on the chain'],
    [payouts.length === (arrived > held ? 1 : 0), 'what was credited was not forwarded once'],
    [payouts.every(isFair), 'the fee is not the agreed share'],
    [invoice.behaviour !== 'twice' || held * 2n === arrived, 'the second payment is not held as a whole'],
    [invoice.behaviour !== 'late' || held === arrived, 'money for a cancelled invoice was credited'],
    [charged === row.by_cards + row.surplus, 'cards were charged with another amount than credited and surplus'],
    [invoice.answers['card'] === undefined || (invoice.answers['card'] === 'paid') === charged > 0, 'a card paid that was not charged'],
  ]
}

const isFair = ({ merchant, platform, networkFee }: Payout): boolean =>
  platform === ((merchant + platform + networkFee) * FEE_BPS) / 10_000n

const shownStatements = ({ row, shown }: Known): Statement[] => [
  [shown.status === row.state && shown.paidCents === row.credited, 'the portal shows another state or another paid amount'],
  [shown.held === row.held_count && shown.surplusCents === row.surplus, 'the portal does not show all money that is held'],
  [shown.needsDecision === (row.held_count > 0 || row.surplus > 0), 'the portal does not ask for a decision, or asks without a reason'],
  [shown.hasDocument, 'its document is missing, or has other bytes than its digest says'],
]
