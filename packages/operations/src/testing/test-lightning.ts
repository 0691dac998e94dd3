import { CreateLightningInvoiceInput, EnableLightningInput, SendLightningInput } from '@gateway/contract/lightning/inputs'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { readLightningPayment } from '@gateway/db/lightning/payment-queries'
import type { Orm } from '@gateway/db/orm'
import { defaultLightningLimits } from '@gateway/domain/lightning/limits'
import type { LightningBalance, LightningWallet } from '@gateway/domain/lightning/wallet'
import { runFolder } from '@gateway/testing/run-folder'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { ApiContext, Log } from '../kernel/context.ts'
import { openHighWaterFile } from '../custody/recovery/high-water-file.ts'
import { guardDecisions } from '../custody/decisions/guard-decisions.ts'
import { createLightningInvoice } from '../lightning/invoices/create-lightning-invoice.ts'
import type { InvoiceContext, PayContext } from '../lightning/lifecycle/lightning-context.ts'
import { listLightningPayments } from '../lightning/reading/list-payments.ts'
import { sendLightning } from '../lightning/sends/send-lightning.ts'
import { enableWallet } from '../lightning/wallets/enable-wallet.ts'
import { getWallet } from '../lightning/wallets/find-wallet.ts'
import { type DueWork, findDueBookings, findDueCalls, findDueInvoices, findDueLookUps } from '../lightning/work/due-work.ts'
import { type LightningDouble, lightningDouble } from './lightning-double.ts'
import { closeShop, openShop, type TestShop } from './test-shop.ts'

/** A shop with a Lightning node, whose roles work whenever the api waits for them. */
export interface LightningShop extends TestShop {
  readonly node: LightningDouble
  readonly payer: PayContext
  readonly receiver: InvoiceContext
  /** Work that failed, which a sweep puts off. */
  readonly failures: string[]
  enable(walletId: string): Promise<LightningWallet>
  /** Somebody outside pays so much into a wallet. */
  fund(walletId: string, sats: number): Promise<void>
  invoice(walletId: string, sats: number): Promise<LightningPaymentEntity>
  send(walletId: string, destination: string, sats?: number): Promise<LightningPaymentEntity>
  /** The same for a send that stays pending, whose caller does not wait for twenty seconds. */
  sendPending(walletId: string, destination: string, sats?: number): Promise<LightningPaymentEntity>
  /** Does everything that is due, until nothing is. */
  work(): Promise<void>
  /** The same after a while: whatever is pending is asked about again. */
  workAfter(ms: number): Promise<void>
  balance(walletId: string): Promise<LightningBalance>
  payment(id: string): Promise<LightningPaymentEntity>
}

const MOST = 100
/** By then a request was taken and its payment read. */
const MOST_HEARD = 5

/** Ends the wait for an outcome. */
class Abandoned extends Error {}

/** Opens a shop with a double of the node. */
export async function openLightningShop(changes: Partial<PayContext> = {}): Promise<LightningShop> {
  const failures: string[] = []
  const log: Log = {
    info: () => {},
    warn: () => {},
    error: (fields, message) => void failures.push(`${message} ${JSON.stringify(fields)}`),
  }
  const role: { work?: () => Promise<void> } = {}
  // Like a notification: the roles have worked before the api looks again.
  const hear: ApiContext['hear'] = async ({ ms }) => {
    await role.work?.()
    await pause(Math.min(ms, 10))
  }
  const shop = await openShop({ hear, log })
  const node = lightningDouble(shop.ctx.clock)
  const { keys } = shop.signer
  const receiver: InvoiceContext = { ...shop.ctx, invoices: node.invoices }
  const payer: PayContext = {
    ...shop.ctx,
    keys,
    decidesAs: 'lightning',
    pay: node.pay,
    lightningLimits: defaultLightningLimits,
    isPausedByFile: () => false,
    sequence: openHighWaterFile(join(runFolder(), `lightning-${randomUUID()}`)),
    ...changes,
  }
  await guardDecisions(payer)()
  const work = (role.work = () => workLightning({ payer, receiver }))
  return { ...shop, node, payer, receiver, failures, work, ...steps(shop, { node, work }), ...views(shop) }
}

/** Closes both once what was begun is done, and fails when anything that is always true of the book is not. */
export async function closeLightningShop(shop: LightningShop): Promise<void> {
  closing.add(shop.ctx.orm)
  // Whoever began it was told of its failure.
  await underWay.get(shop.ctx.orm)?.catch(() => {})
  await closeShop(shop)
}

interface Roles {
  readonly payer: PayContext
  readonly receiver: InvoiceContext
}

const underWay = new WeakMap<Orm, Promise<void>>()
/** Nothing begins there any more: an answer that nobody awaits may still be listened for. */
const closing = new WeakSet<Orm>()

/** Does everything that is due, until nothing is; after what was begun before, which nobody may have awaited. */
export function workLightning(roles: Roles): Promise<void> {
  const { orm } = roles.payer
  if (closing.has(orm)) return Promise.resolve()
  const work = (underWay.get(orm) ?? Promise.resolve()).then(() => workUntilIdle(roles))
  underWay.set(orm, work)
  return work
}

async function workUntilIdle({ payer, receiver }: Roles): Promise<void> {
  const wanted = { most: MOST, busy: [] }
  for (;;) {
    const due: DueWork[] = [
      ...(await findDueInvoices(receiver, wanted)),
      ...(await findDueLookUps(receiver, wanted)),
      ...(await findDueBookings(payer, wanted)),
      ...(await findDueCalls(payer, wanted)),
    ]
    if (due.length === 0) return
    await Promise.all(due.map(({ run }) => run()))
  }
}

/** What a merchant does. */
function steps({ ctx, actor, businessId }: TestShop, { node, work }: Pick<LightningShop, 'node' | 'work'>) {
  const invoice = (walletId: string, sats: number) =>
    createLightningInvoice(ctx, { actor, wish: CreateLightningInvoiceInput.parse({ wallet_id: walletId, amount_sats: sats }) })
  const workAfter = async (ms: number): Promise<void> => {
    ctx.clock.advance(ms)
    await work()
  }
  return {
    invoice,
    workAfter,
    enable: async (walletId: string) => {
      const wish = EnableLightningInput.parse({ wallet_id: walletId, business_id: businessId })
      return (await enableWallet(ctx, { actor, wish })).seen.wallet
    },
    fund: async (walletId: string, sats: number) => {
      const { paymentHash } = await invoice(walletId, sats)
      node.payFromOutside(paymentHash)
      await workAfter(60_000)
    },
    send: (walletId: string, destination: string, sats?: number) =>
      sendLightning(ctx, { actor, wish: wishOf(walletId, destination, sats) }),
    sendPending: async (walletId: string, destination: string, sats?: number) => {
      let heard = 0
      const hear: ApiContext['hear'] = () => {
        if (++heard > MOST_HEARD) throw new Abandoned()
        return work()
      }
      await sendLightning({ ...ctx, hear }, { actor, wish: wishOf(walletId, destination, sats) }).catch((error: unknown) => {
        if (!(error instanceof Abandoned)) throw error
      })
      return newestSend(ctx, { actor, walletId })
    },
  }
}

const wishOf = (walletId: string, destination: string, sats?: number): SendLightningInput =>
  SendLightningInput.parse({ wallet_id: walletId, destination, ...(sats !== undefined && { amount_sats: sats }) })

async function newestSend(ctx: ApiContext, { actor, walletId }: Pick<TestShop, 'actor'> & { walletId: string }) {
  const filter = { walletId, direction: 'outgoing', limit: 1, offset: 0 } as const
  const { rows } = await listLightningPayments(ctx, { actor, filter })
  const [payment] = rows
  if (!payment) throw new Error('nothing was booked')
  return payment
}

/** What is stored. */
const views = ({ ctx, actor }: TestShop) => ({
  balance: async (walletId: string): Promise<LightningBalance> => (await getWallet(ctx, { actor, walletId })).balance,
  payment: async (id: string): Promise<LightningPaymentEntity> => {
    const found = await readLightningPayment(ctx.orm.em.fork(), { id })
    if (!found) throw new Error(`there is no payment ${id}`)
    return found
  },
})
