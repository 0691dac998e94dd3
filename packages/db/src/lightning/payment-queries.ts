import type { LightningDirection } from '@gateway/domain/lightning/payment'
import { sql } from 'kysely'
import { owned, type OwnerScope } from '../kernel/owned.ts'
import { isOneOf } from '../kernel/is-one-of.ts'
import { isNoneOf, type Page } from '../kernel/page.ts'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { DueLightning } from './request-queries.ts'
import type { LightningPaymentEntity } from './lightning-payment.entity.ts'

const terms = [
  'nodeId',
  'walletId',
  'direction',
  'paymentHash',
  'paymentRequest',
  'isInternal',
  'description',
  'destination',
  'lnurlMetadata',
  'expiresAt',
] as const

/** Lightning payments as callers list them, and as the role that sends writes them back. */
export const ownLightningPayments = owned('lightning_payment', { frozen: [...terms] })

/** The same as the role writes them back that has invoices: it sends nothing. */
export const receivedPayments = owned('lightning_payment', { frozen: [...terms, 'reserveMsat', 'feeMsat'] })

// The columns of a payment are those of its entity; that its state is written by an insert and its door alone is no part of a row that was read.
const asPayment = (found: Promise<unknown>): Promise<LightningPaymentEntity | undefined> =>
  found as Promise<LightningPaymentEntity | undefined>

/** Any payment. */
export const readLightningPayment = (em: Em, { id }: { id: string }): Promise<LightningPaymentEntity | undefined> =>
  asPayment(tables(em).selectFrom('lightning_payment').selectAll().where('id', '=', id).executeTakeFirst())

/** Payments, whoever they belong to. */
export const readLightningPayments = (em: Em, { ids }: { ids: readonly string[] }): Promise<LightningPaymentEntity[]> =>
  // As `asPayment` has it.
  tables(em)
    .selectFrom('lightning_payment')
    .selectAll()
    .where(isOneOf('id', ids, 'uuid'))
    .execute() as Promise<unknown> as Promise<LightningPaymentEntity[]>

/** Any payment, locked FOR UPDATE: whatever happens to it follows one another. */
export const lockLightningPayment = (em: Em, { id }: { id: string }): Promise<LightningPaymentEntity | undefined> =>
  asPayment(tables(em).selectFrom('lightning_payment').selectAll().where('id', '=', id).forUpdate().executeTakeFirst())

/** The invoice of this service that has a hash, whoever it belongs to. */
export const findInvoiceOfHash = (em: Em, { paymentHash }: { paymentHash: string }): Promise<LightningPaymentEntity | undefined> =>
  asPayment(
    tables(em)
      .selectFrom('lightning_payment')
      .selectAll()
      .where('paymentHash', '=', paymentHash)
      .where('direction', '=', 'incoming')
      .executeTakeFirst(),
  )

/** The send of a hash that has paid it, or still may. */
export const findLiveSend = (em: Em, { paymentHash }: { paymentHash: string }): Promise<LightningPaymentEntity | undefined> =>
  asPayment(
    tables(em)
      .selectFrom('lightning_payment')
      .selectAll()
      .where('paymentHash', '=', paymentHash)
      .where('direction', '=', 'outgoing')
      .where('state', '<>', 'failed')
      .executeTakeFirst(),
  )

/** Stores a send. False when its hash has one that has paid it, or still may. */
export async function insertSend(em: Em, payment: LightningPaymentEntity): Promise<boolean> {
  const { numInsertedOrUpdatedRows = 0n } = await tables(em)
    .insertInto('lightning_payment')
    .values(payment)
    .onConflict((conflict) =>
      conflict
        .column('paymentHash')
        .where(sql<boolean>`direction = 'outgoing' AND state <> 'failed'`) // A parameter would not match the index.
        .doNothing(),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows > 0n
}

/** Invoices that are to be looked up at the node, the longest due first. */
export async function findInvoicesToLookUp(em: Em, { now, limit, except }: DueLightning): Promise<string[]> {
  const rows = await tables(em)
    .selectFrom('lightning_payment')
    .select('id')
    .where('direction', '=', 'incoming')
    .where('lookAt', '<=', now)
    .where(isNoneOf(sql.ref('lightning_payment.id'), except))
    .orderBy('lookAt')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

/** Claims a due payment, so that no other process asks about it until `until`. @returns undefined when another process has it, or it has ended. */
export const claimPayment = (
  em: Em,
  { id, now, until }: { id: string; now: Date; until: Date },
): Promise<LightningPaymentEntity | undefined> =>
  asPayment(
    tables(em)
      .updateTable('lightning_payment')
      .set({ lookAt: until })
      .where('id', '=', id)
      .where('lookAt', '<=', now)
      .returningAll()
      .executeTakeFirst(),
  )

/** Puts off asking about a payment that has not ended. */
export async function lookAtPaymentLater(em: Em, { id, lookAt }: { id: string; lookAt: Date }): Promise<void> {
  await tables(em).updateTable('lightning_payment').set({ lookAt }).where('id', '=', id).where('lookAt', 'is not', null).execute()
}

/** Makes every payment of a direction due that has not ended. */
export async function lookAtAllPayments(em: Em, { direction, now }: { direction: LightningDirection; now: Date }): Promise<void> {
  const open = tables(em).updateTable('lightning_payment').set({ lookAt: now }).where('direction', '=', direction)
  await open.where('lookAt', '>', now).execute()
}

/** Which payment a caller means by its hash; the outgoing one of two. */
interface Hashed extends OwnerScope {
  readonly paymentHash: string
  readonly walletId?: string | undefined
  readonly direction?: LightningDirection | undefined
}

/** A payment within a scope by its hash: the outgoing one before the incoming one, the latest of several. */
export const findPaymentOfHash = (em: Em, { merchantId, mode, businessId, paymentHash, walletId, direction }: Hashed) => {
  const own = tables(em)
    .selectFrom('lightning_payment')
    .selectAll()
    .where((eb) => eb.and({ merchantId, mode, paymentHash }))
  const narrowed = own
    .$if(businessId !== undefined, (query) => query.where('businessId', '=', businessId ?? ''))
    .$if(walletId !== undefined, (query) => query.where('walletId', '=', walletId ?? ''))
    .$if(direction !== undefined, (query) => query.where('direction', '=', direction ?? 'incoming'))
  return asPayment(narrowed.orderBy('direction', 'desc').orderBy('createdAt', 'desc').orderBy('id').executeTakeFirst())
}

/** Sends that have a workflow and have not ended, in the order of their ids. */
export const findLastingSends = (em: Em, { after, limit }: Page): Promise<Pick<LightningPaymentEntity, 'id' | 'merchantId' | 'mode'>[]> =>
  tables(em)
    .selectFrom('lightning_payment')
    .innerJoin('lightning_attempt', 'lightning_attempt.paymentId', 'lightning_payment.id')
    .select(['lightning_payment.id', 'lightning_payment.merchantId', 'lightning_payment.mode'])
    .where('lightning_payment.direction', '=', 'outgoing')
    .where('lightning_payment.lookAt', 'is not', null)
    .where('lightning_attempt.hasWorkflow', '=', true)
    .where('lightning_payment.id', '>', after)
    .orderBy('lightning_payment.id')
    .limit(limit)
    .execute()
