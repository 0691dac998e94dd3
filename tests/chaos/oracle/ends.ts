import { type Asset, type CaseOrder, chainOf } from './case.ts'
import { wrongStrays } from './strays.ts'
import { type Check, type Evidence, type Judgement, lineOf, rowsOf } from './judgement.ts'
import { type Moved, type Payout, total } from './money.ts'

/** What the database says of a payment; amounts are decimal strings of base units. */
interface Row {
  readonly id: string
  readonly state: string
  readonly exceptions: readonly string[]
  readonly received_units: string
  readonly refunded_units: string
  readonly merchant_units: string | null
  readonly fee_units: string | null
  readonly network_fee_units: string | null
  /** What its event `payment.completed` reported, in whole coins; null where there is none. */
  readonly completed_amount: string | null
}

type Behaviour = CaseOrder['behaviour']
type Facts = { readonly order: CaseOrder; readonly row: Row | undefined; readonly moved: Moved }

/** What a business of the smallest plan pays, in hundredths of a percent. */
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
  stray: 'forwarded',
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
  stray: 'wrong_asset',
}

/** C1: every payment has its due end, in the record, in the book and on the chain. */
export const dueEnds: Check = {
  id: 'C1',
  sentence: 'every payment has its due end, and on the chain merchant + fee, or what went back, = received - network fee',
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
      ...(await wrongStrays(evidence)),
    ]
    const failures = all.length - good + elsewhere.length
    return { figure: `${good} of ${all.length} payments`, broken: [...wrong, ...elsewhere], failures } satisfies Judgement
  },
}

function problemsOf({ order, row, moved }: Facts): string[] {
  if (!row) return ['the payment is not there']
  const flag = flags[order.behaviour]
  const statements: readonly (readonly [boolean, string])[] = [
    [row.state === ends[order.behaviour], `it should be ${ends[order.behaviour]}`],
    [flag === undefined || row.exceptions.includes(flag), `it should be flagged ${flag}`],
    [!isPlain(order.behaviour) || !row.exceptions.some((one) => Object.values(flags).includes(one)), 'it has a flag that is not its own'],
    [row.completed_amount === null || isCompletedWith(order, row.completed_amount, moved), 'it was reported complete with another amount'],
    [moved.received >= BigInt(order.sentUnits), 'the chain does not have what the customer sent'],
    [BigInt(row.received_units) === moved.received, 'the record has another amount than the chain'],
    ...movesOf(order)(row, moved),
  ]
  return statements.flatMap(([holds, problem]) => (holds ? [] : [problem]))
}

/** Pays once what was asked, whatever it tries beside that. */
const isPlain = (behaviour: Behaviour): boolean => behaviour === 'exact' || behaviour === 'respent'

/** What blocks held when the payment was complete: all that ever came, but for what came after it was forwarded. */
const isCompletedWith = ({ asset, behaviour, sentUnits }: CaseOrder, amount: string, { received }: Moved): boolean =>
  unitsOf(amount, DECIMALS[asset]) === (behaviour === 'twice' ? BigInt(sentUnits) / 2n : received)

function unitsOf(amount: string, decimals: number): bigint {
  const [whole = '', fraction = ''] = amount.split('.')
  return BigInt(whole + fraction.padEnd(decimals, '0'))
}

const DECIMALS: Readonly<Record<Asset, number>> = { BTC: 8, ETH: 18, USDC_ETH: 6 }

type Statements = (row: Row, moved: Moved) => (readonly [boolean, string])[]

/** What must be true of the money of an order. */
function movesOf({ behaviour }: CaseOrder): Statements {
  if (behaviour === 'back') return returnedStatements
  return ends[behaviour] === 'forwarded' ? forwardedStatements : unmovedStatements
}

function forwardedStatements(row: Row, { received, left, payouts }: Moved): (readonly [boolean, string])[] {
  const merchant = total(payouts.map((payout) => payout.merchant))
  const platform = total(payouts.map((payout) => payout.platform))
  const networkFee = total(payouts.map((payout) => payout.networkFee))
  return [
    [left === 0n, 'money still lies at the address'],
    [merchant + platform === received - networkFee, 'merchant + fee is not received - network fee on the chain'],
    [payouts.every(isFair), 'the fee is not the agreed part'],
    [String(merchant) === row.merchant_units, 'the record has another amount for the merchant than the chain'],
    [String(platform) === row.fee_units, 'the record has another fee than the chain'],
    [String(networkFee) === row.network_fee_units, 'the record has another network fee than the chain'],
  ]
}

const isFair = ({ merchant, platform, networkFee }: Payout): boolean =>
  platform === ((merchant + platform + networkFee) * FEE_BPS) / 10_000n

const returnedStatements: Statements = (row, { received, left, payouts }) => [
  [left === 0n, 'money still lies at the address'],
  [payouts.length === 1, 'it did not go back in one transaction'],
  [total(payouts.map(({ payer, networkFee }) => payer + networkFee)) === received, 'its payer did not get it all, less the network fee'],
  [payouts.every(({ merchant, platform }) => merchant + platform === 0n), 'merchant or platform got some of what was to go back'],
  [BigInt(row.refunded_units) === received, 'the record has another amount that went back than the chain'],
  [row.merchant_units === null && row.fee_units === null, 'the record has something for the merchant'],
]

const unmovedStatements: Statements = (row, { received, left, payouts }) => [
  [payouts.length === 0, 'held money was moved'],
  [row.refunded_units === '0', 'the record has something that went back'],
  [left === received, 'held money does not lie where it arrived'],
]

/** Each shop's wallet, and the platform's, hold exactly what the payouts of its payments say. */
async function wrongWallets({ judged, money }: Evidence, all: readonly Facts[]): Promise<string[]> {
  const owners = [
    ...judged.shops.map(({ businessId, wallets }) => ({ of: businessId, wallets, share: 'merchant' as const })),
    { of: 'platform', wallets: judged.platform, share: 'platform' as const },
  ]
  const wanted = owners.flatMap(({ of, wallets, share }) =>
    assetsOf(all).map((asset) => {
      const paying = all.filter(({ order }) => order.asset === asset && (share === 'platform' || order.businessId === of))
      return {
        of,
        asset,
        address: wallets[chainOf(asset)],
        due: total(paying.flatMap(({ moved }) => moved.payouts.map((payout) => payout[share]))),
      }
    }),
  )
  const found = await Promise.all(wanted.map(async (one) => ({ ...one, has: await money.balanceOf(one.asset, one.address) })))
  return found.flatMap((one) =>
    one.has === one.due ? [] : [lineOf({ problem: 'a wallet has something else than was paid to it', ...one })],
  )
}

/** Each address that a customer has named holds exactly what went back for its payment. */
async function wrongReturns({ money }: Evidence, all: readonly Facts[]): Promise<string[]> {
  const named = all.flatMap(({ order, moved }) => (order.returnTo === undefined ? [] : [{ address: order.returnTo, order, moved }]))
  const found = await Promise.all(named.map(async (one) => ({ ...one, has: await money.balanceOf('BTC', one.address) })))
  return found.flatMap((one) =>
    one.has === total(one.moved.payouts.map(({ payer }) => payer))
      ? []
      : [lineOf({ problem: 'a customer’s address has something else than went back to it', ...one })],
  )
}

/** What was too little is in the book as held, to the last unit. */
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
      return bal === due ? [] : [lineOf({ problem: 'the book holds something else than lies there', businessId, asset, bal, due })]
    }),
  )
}

const assetsOf = (all: readonly Facts[]): Asset[] => [...new Set(all.map(({ order }) => order.asset))]
