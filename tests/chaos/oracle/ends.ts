import { type Asset, assets, type CaseOrder, chainOf, placedOf } from './case.ts'
import { wrongUnsupported } from './unsupported.ts'
import { type Check, type Evidence, type Judgement, lineOf, rowsOf } from './judgement.ts'
import { type Moved, type Payout, total } from './money.ts'

/** A payment in the database; amounts are decimal strings of base units. */
interface Row {
  readonly id: string
  readonly state: string
  readonly exceptions: readonly string[]
  readonly received_units: string
  readonly refunded_units: string
  readonly merchant_units: string | null
  readonly fee_units: string | null
  readonly network_fee_units: string | null
  /** The amount in its event `payment.completed`, in whole coins; null without the event. */
  readonly completed_amount: string | null
}

type Behaviour = CaseOrder['behaviour']
type Facts = { readonly order: CaseOrder; readonly row: Row | undefined; readonly moved: Moved }

/** The fee of the starter plan, in basis points. */
const FEE_BPS = 100n
const ends: Readonly<Record<Behaviour, 'forwarded' | 'expired'>> = {
  exact: 'forwarded',
  over: 'forwarded',
  late: 'forwarded',
  under: 'expired',
  back: 'expired',
  never: 'expired',
  twice: 'forwarded',
  respent: 'forwarded',
  unsupported: 'forwarded',
}
const flags: Readonly<Record<Behaviour, string | undefined>> = {
  exact: undefined,
  over: 'overpaid',
  late: 'late',
  under: 'underpaid',
  back: undefined,
  never: undefined,
  twice: 'multiple',
  respent: undefined,
  unsupported: 'wrong_asset',
}

/** C1: every payment has its due end, in its row, in the ledger and on the chain. */
export const dueEnds: Check = {
  id: 'C1',
  sentence: 'every payment has its due end, and on the chain merchant + fee, or the refund, = received - network fee',
  find: async (evidence) => {
    const { judged, money } = evidence
    const query = `SELECT id, state, exceptions, received_units, refunded_units, merchant_units, fee_units, network_fee_units,
      (SELECT body::json #>> '{data,amount_received}' FROM event WHERE object_id = payment.id AND type = 'payment.completed') AS completed_amount
      FROM payment WHERE id = ANY ($1)`
    const rows = await rowsOf<Row>(evidence, query, [judged.orders.map(({ id }) => id)])
    const all = judged.orders.map((order) => ({ order, row: rows.find(({ id }) => id === order.id), moved: money.at(order) }))
    const wrong = all.flatMap((facts) => problemsOf(facts).map((problem) => lineOf({ problem, ...facts })))
    const good = all.filter((facts) => problemsOf(facts).length === 0).length
    const elsewhere = [
      ...(await wrongWallets(evidence, all)),
      ...(await wrongReturns(evidence, all)),
      ...(await wrongHolds(evidence, all)),
      ...(await wrongUnsupported(evidence)),
    ]
    const failures = all.length - good + elsewhere.length
    return { figure: `${good} of ${all.length} payments`, broken: [...wrong, ...elsewhere], failures } satisfies Judgement
  },
}

function problemsOf({ order, row, moved }: Facts): string[] {
  if (!row) return ['the payment is missing']
  const flag = flags[order.behaviour]
  const statements: readonly (readonly [boolean, string])[] = [
    [row.state === ends[order.behaviour], `it should be ${ends[order.behaviour]}`],
    [flag === undefined || row.exceptions.includes(flag), `it should be flagged ${flag}`],
    [!isPlain(order.behaviour) || !row.exceptions.some((one) => Object.values(flags).includes(one)), 'it has a flag of another behaviour'],
    [row.completed_amount === null || isCompletedWith(order, row.completed_amount, moved), 'it was reported complete with another amount'],
    [moved.received >= BigInt(order.sentUnits), 'the chain has less than the payer sent'],
    [BigInt(row.received_units) === moved.received, 'the row has another amount than the chain'],
    ...movesOf(order)(row, moved),
  ]
  return statements.flatMap(([holds, problem]) => (holds ? [] : [problem]))
}

/** True for payments of exactly the due amount. */
const isPlain = (behaviour: Behaviour): boolean => behaviour === 'exact' || behaviour === 'respent'

/** True for the amount in blocks at completion: all deposits but those after the forward. */
const isCompletedWith = ({ asset, behaviour, sentUnits }: CaseOrder, amount: string, { received }: Moved): boolean =>
  unitsOf(amount, assets[asset].decimals) === (behaviour === 'twice' ? BigInt(sentUnits) / 2n : received)

function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

type Statements = (row: Row, moved: Moved) => (readonly [boolean, string])[]

/** Statements about the money of an order. */
function movesOf({ behaviour }: CaseOrder): Statements {
  if (behaviour === 'back') return returnedStatements
  return ends[behaviour] === 'forwarded' ? forwardedStatements : unmovedStatements
}

function forwardedStatements(row: Row, { received, left, payouts }: Moved): (readonly [boolean, string])[] {
  const merchant = total(payouts.map((payout) => payout.merchant))
  const platform = total(payouts.map((payout) => payout.platform))
  const networkFee = total(payouts.map((payout) => payout.networkFee))
  return [
    [left === 0n, 'the address still has a balance'],
    [merchant + platform === received - networkFee, 'merchant + fee is not received - network fee on the chain'],
    [payouts.every(isFair), 'the fee is not the agreed share'],
    [String(merchant) === row.merchant_units, 'the row has another merchant amount than the chain'],
    [String(platform) === row.fee_units, 'the row has another fee than the chain'],
    [String(networkFee) === row.network_fee_units, 'the row has another network fee than the chain'],
  ]
}

const isFair = ({ merchant, platform, networkFee }: Payout): boolean =>
  platform === ((merchant + platform + networkFee) * FEE_BPS) / 10_000n

const returnedStatements: Statements = (row, { received, left, payouts }) => [
  [left === 0n, 'the address still has a balance'],
  [payouts.length === 1, 'it was not refunded in one transaction'],
  [
    total(payouts.map(({ payer, networkFee }) => payer + networkFee)) === received,
    'its payer did not get the whole amount less the network fee',
  ],
  [payouts.every(({ merchant, platform }) => merchant + platform === 0n), 'merchant or platform got a part of the refund'],
  [BigInt(row.refunded_units) === received, 'the row has another refund than the chain'],
  [row.merchant_units === null && row.fee_units === null, 'the row has a merchant or fee amount'],
]

const unmovedStatements: Statements = (row, { received, left, payouts }) => [
  [payouts.length === 0, 'held funds were moved'],
  [row.refunded_units === '0', 'the row has a refund'],
  [left === received, 'held funds are not at their deposit address'],
]

/** Each wallet of the shops and the platform has exactly the sum of its payouts. */
async function wrongWallets({ judged, money }: Evidence, all: readonly Facts[]): Promise<string[]> {
  const owners = [
    ...judged.shops.map(({ businessId, wallets }) => ({ of: businessId, wallets, share: 'merchant' as const })),
    { of: 'platform', wallets: judged.platform, share: 'platform' as const },
  ]
  const ofInvoices = placedOf(judged.invoices).map((order) => ({ order, moved: money.at(order) }))
  const forwarded = [...all, ...ofInvoices]
  const wanted = owners.flatMap(({ of, wallets, share }) =>
    assetsOf(forwarded).map((asset) => {
      const paying = forwarded.filter(({ order }) => order.asset === asset && (share === 'platform' || order.businessId === of))
      const escrows =
        share === 'platform' ? judged.escrows.filter((escrow) => escrow.asset === asset).map((escrow) => money.at(escrow)) : []
      return {
        of,
        asset,
        address: wallets[chainOf(asset)],
        due: total([...paying.map(({ moved }) => moved), ...escrows].flatMap(({ payouts }) => payouts.map((payout) => payout[share]))),
      }
    }),
  )
  const found = await Promise.all(wanted.map(async (one) => ({ ...one, has: await money.balanceOf(one.asset, one.address) })))
  return found.flatMap((one) => (one.has === one.due ? [] : [lineOf({ problem: 'a wallet has another balance than its payouts', ...one })]))
}

/** Each refund address has exactly the refund of its payment. */
async function wrongReturns({ money }: Evidence, all: readonly Facts[]): Promise<string[]> {
  const named = all.flatMap(({ order, moved }) => (order.returnTo === undefined ? [] : [{ address: order.returnTo, order, moved }]))
  const found = await Promise.all(named.map(async (one) => ({ ...one, has: await money.balanceOf(one.order.asset, one.address) })))
  return found.flatMap((one) =>
    one.has === total(one.moved.payouts.map(({ payer }) => payer))
      ? []
      : [lineOf({ problem: 'a refund address has another balance than its refund', ...one })],
  )
}

/** Underpaid amounts are held in the ledger, to the last unit. */
async function wrongHolds(evidence: Evidence, all: readonly Facts[]): Promise<string[]> {
  const query = `SELECT asset, owner, bal FROM account WHERE code = 'payment:held'`
  const booked = await rowsOf<{ asset: string; owner: string; bal: string }>(evidence, query)
  return evidence.judged.shops.flatMap(({ businessId }) =>
    assetsOf(all).flatMap((asset) => {
      const held = all.filter(
        ({ order }) => order.businessId === businessId && order.asset === asset && ends[order.behaviour] === 'expired',
      )
      const due = total(held.map(({ moved }) => moved.left))
      const bal = BigInt(booked.find((account) => account.owner === businessId && account.asset === asset)?.bal ?? 0)
      return bal === due ? [] : [lineOf({ problem: 'the held balance differs from the addresses', businessId, asset, bal, due })]
    }),
  )
}

const assetsOf = (all: readonly { readonly order: { readonly asset: Asset } }[]): Asset[] => [
  ...new Set(all.map(({ order }) => order.asset)),
]
