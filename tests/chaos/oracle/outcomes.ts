import type { CaseEscrow } from './case.ts'
import { type Check, type Evidence, lineOf, rowsOf } from './judgement.ts'
import { type Moved, total } from './money.ts'
import { brokenSeries } from './series.ts'

/** An escrow in the database. */
interface Row {
  readonly id: string
  readonly state: string
  readonly outcome: string | null
  /** How often its history tells of an outcome. */
  readonly told: number
}

type Behaviour = CaseEscrow['behaviour']
type Statement = readonly [boolean, string]
interface Facts {
  readonly escrow: CaseEscrow
  readonly row: Row | undefined
  readonly moved: Moved
}

/** The fee of the starter plan, in basis points. */
const FEE_BPS = 100n
const due: Readonly<Record<Behaviour, readonly (string | null)[]>> = {
  release: ['release'],
  refund: ['refund'],
  race: ['release', 'refund'],
  dispute: ['release'],
  over: ['release'],
  never: [null],
}
const COMMANDS = ['release', 'refund'] as const

/** C5: an escrow has the one outcome that its parties were told, and its money went there; a series has one child a period. */
export const outcomes: Check = {
  id: 'C5',
  sentence: 'an escrow has one outcome, the accepted one, and all its money went there; a series has one child a period',
  find: async (evidence) => {
    const { judged, money } = evidence
    const query = `SELECT id, state, (SELECT outcome FROM settlement WHERE escrow_id = escrow.id) AS outcome,
      (SELECT count(*)::int FROM escrow_event WHERE escrow_id = escrow.id AND event_type IN ('released', 'refunded')) AS told
      FROM escrow WHERE id = ANY ($1)`
    const rows = await rowsOf<Row>(evidence, query, [judged.escrows.map(({ id }) => id)])
    const all = judged.escrows.map((escrow) => ({ escrow, row: rows.find(({ id }) => id === escrow.id), moved: money.at(escrow) }))
    const wrong = all.flatMap((facts) => problemsOf(facts).map((problem) => lineOf({ problem, ...facts })))
    const elsewhere = await wrongBalances(evidence, all)
    const figure = `${judged.escrows.length} escrows, ${judged.series.length} series`
    return { figure, broken: [...wrong, ...elsewhere, ...(await brokenSeries(evidence))] }
  },
}

function problemsOf({ escrow, row, moved }: Facts): string[] {
  if (!row) return ['the escrow is missing']
  const statements: readonly Statement[] = [
    [due[escrow.behaviour].includes(row.outcome), 'it has another outcome than its parties chose'],
    [row.told === (row.outcome === null ? 0 : 1), 'its history tells of another number of outcomes'],
    ...answerStatements(escrow, row),
    [moved.received === BigInt(escrow.sentUnits), 'the chain has another amount than the payer sent'],
    [moved.payouts.every(({ astray }) => astray === 0n), 'a third party was paid'],
    ...moneyStatements(escrow, row, moved),
  ]
  return statements.flatMap(([holds, problem]) => (holds ? [] : [problem]))
}

/** An accepted command is the outcome; every other one was told that it came too late. */
function answerStatements({ answers }: CaseEscrow, { outcome }: Row): Statement[] {
  return [
    [Object.values(answers).every((answer) => answer === '200' || answer === '400 INVALID_STATE'), 'a command got another answer'],
    [COMMANDS.every((command) => answers[command] !== '200' || outcome === command), 'an accepted command is not the outcome'],
  ]
}

function moneyStatements({ amountUnits, sentUnits }: CaseEscrow, { state, outcome }: Row, { left, payouts }: Moved): Statement[] {
  if (outcome === null) return [[state === 'created' && payouts.length === 0, 'an escrow without an outcome moved']]
  const of = (part: 'merchant' | 'platform' | 'payer' | 'networkFee'): bigint => total(payouts.map((payout) => payout[part]))
  const whole: Statement = [left === 0n, 'the address still has a balance']
  if (outcome === 'refund')
    return [
      whole,
      [state === 'refunded', 'it should be refunded'],
      [of('payer') === BigInt(sentUnits) - of('networkFee') && payouts.length === 1, 'its depositor did not get everything back at once'],
    ]
  const fee = (BigInt(amountUnits) * FEE_BPS) / 10_000n
  return [
    whole,
    [state === 'settled', 'it should be settled'],
    [of('platform') === fee, 'the fee is not the agreed share of the amount'],
    [of('merchant') + of('networkFee') === BigInt(amountUnits) - fee, 'its beneficiary did not get the amount less the fees'],
    [of('payer') === BigInt(sentUnits) - BigInt(amountUnits), 'its depositor did not get back the excess'],
  ]
}

/** The parties have exactly what the escrows paid them. */
async function wrongBalances({ money }: Evidence, all: readonly Facts[]): Promise<string[]> {
  const owed = all.flatMap(({ escrow: { asset, payee, returnTo = '' }, moved: { payouts } }) => [
    { asset, address: payee, due: total(payouts.map(({ merchant }) => merchant)) },
    { asset, address: returnTo, due: total(payouts.map(({ payer }) => payer)) },
  ])
  const found = await Promise.all(owed.map(async (one) => ({ ...one, has: await money.balanceOf(one.asset, one.address) })))
  return found.flatMap((one) => (one.has === one.due ? [] : [lineOf({ problem: 'a party has another balance than its payouts', ...one })]))
}
