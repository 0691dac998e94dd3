import { completedStates } from '@gateway/domain/payments/machine'
import { sql } from 'kysely'
import type { Em } from '../orm.ts'
import { tables } from '../tables.ts'
import type { PaymentReturnEntity } from './payment-return.entity.ts'
import type { Page } from '../kernel/page.ts'

/** The return that the token with this hash was given out for. */
export const findReturnByHash = (em: Em, { tokenHash }: { tokenHash: Buffer }): Promise<PaymentReturnEntity | undefined> =>
  tables(em).selectFrom('payment_return').selectAll().where('tokenHash', '=', tokenHash).executeTakeFirst() as Promise<
    PaymentReturnEntity | undefined
  >

/** The return of a payment that has not ended, locked; there is at most one. */
export const lockOpenReturn = (em: Em, { paymentId }: { paymentId: string }): Promise<PaymentReturnEntity | undefined> =>
  tables(em)
    .selectFrom('payment_return')
    .selectAll()
    .where('paymentId', '=', paymentId)
    .where('state', 'in', ['offered', 'claimed', 'paying'])
    .forUpdate()
    .executeTakeFirst() as Promise<PaymentReturnEntity | undefined>

/** Returns by id, in order, locked. */
export const lockReturns = async (em: Em, ids: readonly string[]): Promise<PaymentReturnEntity[]> =>
  ids.length === 0
    ? []
    : (tables(em)
        .selectFrom('payment_return')
        .selectAll()
        .where('id', 'in', [...ids])
        .orderBy('id')
        .forUpdate()
        .execute() as Promise<PaymentReturnEntity[]>)

/** A return about which something has to be done, with the payment that is locked before it. */
export interface DueReturn {
  readonly id: string
  readonly paymentId: string
}

/**
 * Claimed returns whose hold is over, by the count of the signer and by their own. So is one whose address the signer never signs for. A page at a time
 * in the order of their payments, which have one such return each.
 */
export async function findDueReturns(em: Em, { now, after, limit }: Page & { now: Date }): Promise<DueReturn[]> {
  const { rows } = await sql<DueReturn>`SELECT back.id, back.payment_id AS "paymentId" FROM payment_return back
    JOIN commit_pin pin ON pin.commit_id = back.commit_id
    WHERE back.state = 'claimed' AND back.payment_id > ${after} AND back.usable_at <= ${now}::timestamptz
      AND (pin.refused IS NOT NULL OR pin.usable_at <= ${now}::timestamptz)
    ORDER BY back.payment_id LIMIT ${limit}`.execute(tables(em))
  return rows
}

/**
 * Returns that are not being paid although their payment was completed, so that its money goes to the merchant. Each of them can be called off at once,
 * so only one that is broken keeps its place on the page.
 */
export async function findOvertaken(em: Em, { limit }: { limit: number }): Promise<DueReturn[]> {
  const { rows } = await sql<DueReturn>`SELECT back.id, back.payment_id AS "paymentId" FROM payment_return back
    JOIN payment ON payment.id = back.payment_id AND payment.state = ANY (${[...completedStates]}::text[])
    WHERE back.state IN ('offered', 'claimed') LIMIT ${limit}`.execute(tables(em))
  return rows
}
