import { mineEvm } from '@gateway/devnet/evm/evm-faucet'
import { waitFor } from '@gateway/devnet/wait'
import type { ShownPayment } from '@gateway/scripts/demo/client'
import type { Devstack } from '@gateway/scripts/stack/devstack'
import { paymentWorkflowId } from '@gateway/workflows/payments/signals'
import type { Client } from '@temporalio/client'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { countActions, readRun } from '@gateway/tests/support/temporal'
import { openShop } from '../lifecycle/shop.ts'
import { mineEvery, payAtOnce, payBitcoinAtOnce } from './pay-at-once.ts'
import { watchLocks } from './watch-locks.ts'
import { sized } from '../sized.ts'

/** Payments that come one after another. */
export const CALM = sized(40, 2)
/** Payments of each asset that are confirmed at once. */
export const OF_EACH = sized(100, 3)
const CALM_EVERY_MS = 250
const ASSETS = ['ETH', 'USDC_ETH', 'BTC']
const CONFIRMATIONS = 12
const TIMEOUT_MS = 180_000

/** A running gateway, and how its state is read. */
export interface Place {
  readonly stack: Devstack
  readonly sql: pg.Client
  readonly temporal: Client
}

/** How some payments were forwarded. */
export interface Forwarded {
  /** Milliseconds from the confirmation of each payment until its payout was broadcast. */
  readonly ms: readonly number[]
  /** Milliseconds from the first confirmation to the last broadcast. */
  readonly wholeMs: number
  readonly transactions: number
  readonly waiting: { readonly mean: number; readonly most: number }
  /** Temporal actions of each payment's workflow. */
  readonly actions: readonly number[]
}

/** Creates and pays payments one after another, while the chain grows at its own pace. */
export async function forwardCalmly(place: Place): Promise<Forwarded> {
  const { stack } = place
  const shop = await openShop(stack)
  const ids: string[] = []
  while (ids.length < CALM) {
    const payment = await shop.create()
    await payAtOnce(stack.devnet.chains.ETH, stack.contracts.usdc, [payment])
    ids.push(payment.id)
    await pause(CALM_EVERY_MS)
  }
  const sent = await untilSent(place, ids).finally(() => shop.receiver.close())
  return { ...forwardedOf(sent), actions: await countEach(place, ids) }
}

/** Pays as many payments of each asset so that all get their last confirmation in one block of their chain. */
export async function forwardBurst(place: Place): Promise<ReadonlyMap<string, Forwarded>> {
  const { stack, sql } = place
  const { ETH: evm, BTC: bitcoin } = stack.devnet.chains
  const shop = await openShop(stack)
  await sql.query("UPDATE business SET plan = 'professional'")
  const payments = new Map<string, ShownPayment[]>(ASSETS.map((asset) => [asset, []]))
  for (let n = 0; n < OF_EACH; n++) await Promise.all([...payments].map(async ([asset, created]) => created.push(await shop.create(asset))))
  const of = (...assets: readonly string[]): ShownPayment[] => assets.flatMap((asset) => payments.get(asset) ?? [])
  await mineEvery(evm, 0)
  await payBitcoinAtOnce(bitcoin, of('BTC'))
  await payAtOnce(evm, stack.contracts.usdc, of('ETH', 'USDC_ETH'))
  await mineEvm(evm, CONFIRMATIONS)
  await mineEvery(evm, 1)
  const idsOf = (asset: string): string[] => of(asset).map(({ id }) => id)
  const sent = await untilSent(
    place,
    of(...ASSETS).map(({ id }) => id),
  ).finally(() => shop.receiver.close())
  const found = new Map<string, Forwarded>()
  for (const asset of ASSETS) {
    const ids = new Set(idsOf(asset))
    const own = sent.payouts.filter(({ payment_id: id }) => ids.has(id))
    found.set(asset, { ...forwardedOf({ ...sent, payouts: own }), actions: await countEach(place, [...ids]) })
  }
  return found
}

/** Broadcast payouts, and the sessions that waited for locks meanwhile. */
interface Sendings {
  readonly payouts: readonly Sent[]
  readonly waiting: Forwarded['waiting']
}

/** Waits until the payout of each payment is broadcast, and counts waiting sessions meanwhile. */
async function untilSent({ sql }: Place, ids: readonly string[]): Promise<Sendings> {
  const locks = watchLocks(sql)
  const looking = waitFor('every payout to be broadcast', () => readSent(sql, ids), { timeoutMs: TIMEOUT_MS })
  const stop = () => locks.stop()
  const waiting = looking.then(stop, stop)
  return { payouts: await looking.finally(() => waiting), waiting: await waiting }
}

function forwardedOf({ payouts, waiting }: Sendings): Omit<Forwarded, 'actions'> {
  const times = payouts.map(({ planned, sent: at }) => [planned.getTime(), at.getTime()] as const)
  return {
    ms: times.map(([planned, at]) => at - planned),
    wholeMs: Math.max(...times.map(([, at]) => at)) - Math.min(...times.map(([planned]) => planned)),
    transactions: new Set(payouts.map(({ lead_id }) => lead_id)).size,
    waiting,
  }
}

/** Counts the actions of each payment’s workflow once it has completed. */
async function countEach({ temporal }: Place, ids: readonly string[]): Promise<number[]> {
  const actions: number[] = []
  for (const id of ids) {
    await temporal.workflow.getHandle(paymentWorkflowId(id)).result()
    actions.push(countActions(await readRun(temporal, paymentWorkflowId(id))))
  }
  return actions
}

interface Sent {
  readonly payment_id: string
  readonly lead_id: string
  readonly planned: Date
  readonly sent: Date
}

/** When the payouts of some payments were first planned and broadcast, by the ledger; undefined until all are broadcast. */
async function readSent(sql: pg.Client, ids: readonly string[]): Promise<Sent[] | undefined> {
  const { rows } = await sql.query<Sent>(
    `SELECT intent.ref AS payment_id, intent.lead_id, plan.at AS planned, sent.at AS sent FROM spend_intent intent
     JOIN transfer plan ON plan.kind = 'plan' AND plan.ref = intent.id::text AND plan.revision = 0
     JOIN transfer sent ON sent.kind = 'broadcast' AND sent.ref = intent.id::text AND sent.revision = 0
     WHERE intent.purpose = 'forward' AND intent.leg = 0 AND intent.ref = ANY ($1::text[])`,
    [ids],
  )
  return rows.length === ids.length ? rows : undefined
}
