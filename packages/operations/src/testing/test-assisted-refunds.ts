import { findPlainDecimal } from '@gateway/domain/money/decimal'
import type { SeenPaymentRefund } from '@gateway/contract/payment-refunds'
import { tables } from '@gateway/db/tables'
import type { RefundTransferState } from '@gateway/domain/payments/assisted-refund'
import type { Payment } from '@gateway/domain/payments/payment'
import { advanceAssistedRefunds } from '../payments/lifecycle/advance-assisted-refunds.ts'
import { refundPayment } from '../payments/assisted/refund-payment.ts'
import type { RefundRequest } from '../payments/assisted/refund-request.ts'
import { output, type TestChain, txOf } from './test-chain.ts'
import { HOLD_HOURS, PAYER } from './test-refunds.ts'
import type { TestShop } from './test-shop.ts'

/** What a payment of these tests has received. */
export const RECEIVED = 100_000n

interface Place {
  readonly shop: TestShop
  readonly btc: TestChain
}

/** A decimal of a text, as a request has it. */
export const decimal = (text: string): NonNullable<ReturnType<typeof findPlainDecimal>> => {
  const read = findPlainDecimal(text)
  if (!read) throw new Error(`${text} is no decimal`)
  return read
}

/** A completed payment of 60 USD, whose money is the merchant's; `units` arrive of the 100 000 satoshis that it asks for. */
async function completedPayment({ shop, btc }: Place, units = RECEIVED): Promise<Payment> {
  const payment = await shop.ask({ amount: 60, blockchain: 'BTC', description: 'Order A-1001' })
  await btc.mine({ transfers: [output(payment.address, units, { tx: 1 })], at: shop.ctx.clock.now() })
  await btc.mineEmpty(6)
  return payment
}

/** The steps of a refund that the merchant pays, for the current shop and chain of a test. */
export function assistedRefundsOf(at: () => Place) {
  const start = (payment: Pick<Payment, 'id'>, request: Partial<RefundRequest> = {}): Promise<SeenPaymentRefund> => {
    const { ctx, actor } = at().shop
    const terms = { rate: 'payment', offerDays: 14, linkDays: 30, holdHours: HOLD_HOURS } as const
    return refundPayment(ctx, { actor, id: payment.id, request: { ...terms, ...request } })
  }
  /** A transfer to its address, as the scanner records one. */
  async function pay({ id, address }: SeenPaymentRefund, units: bigint, state: RefundTransferState = 'included'): Promise<void> {
    const { ctx } = at().shop
    const em = ctx.orm.em.fork()
    const block = state === 'gone' ? { height: null, blockHash: null } : { height: 9, blockHash: txOf(9) }
    const count = await tables(em).selectFrom('refund_transfer').select('ref').execute()
    const row = {
      chain: 'BTC',
      ref: `pay-${count.length}`,
      refundId: id,
      txId: txOf(700 + count.length),
      watchKey: address ?? PAYER,
    } as const
    await tables(em)
      .insertInto('refund_transfer')
      .values({ ...row, asset: 'BTC', units, state, ...block, arrivedAt: ctx.clock.now() })
      .execute()
    await advanceAssistedRefunds(em, { ids: [id], input: 'receive' })
  }
  return { start, pay, completed: (units?: bigint) => completedPayment(at(), units) }
}
