import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import { lockInvoices } from '@gateway/db/invoices/money/invoice-queries'
import type { Em } from '@gateway/db/orm'
import { assetOf } from '@gateway/domain/money/asset'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import { findFeeEstimates } from '../../custody/costs/fee-estimates.ts'
import { pricedWith } from '../../custody/costs/round-cost.ts'
import { findUnpaid, nextLegs } from '../../custody/payouts/legs.ts'
import { planIntents } from '../../custody/payouts/plan-intents.ts'
import type { Context } from '../../kernel/context.ts'
import { roundSpend } from '../../payments/forwarding/round-spend.ts'
import { readUsdPrices } from '../../rates/read-usd-prices.ts'
import { forwardedOf } from './forwarded-of.ts'
import { type CryptoInvoice, hasAddress } from './invoice-holding.ts'

const purpose = 'invoice_forward'

/** An invoice with its deposits. */
export interface Forwardable {
  readonly invoice: CryptoInvoice
  readonly deposits: readonly DepositEntity[]
}

/**
 * Plans the next round of each invoice, if there is one (ledger L2), in the caller's transaction: over all credited deposits that are in no other round.
 * Rounds follow one another; money in suspense waits for a decision and is in none.
 */
export async function planRounds(em: Em, ctx: Context, forwardable: readonly Forwardable[]): Promise<void> {
  const waiting = forwardable.flatMap(({ invoice, deposits }) => {
    const credited = deposits.filter((deposit) => isWaiting(invoice, deposit))
    return credited.length > 0 ? [{ invoice, credited }] : []
  })
  if (waiting.length === 0) return
  const refs = waiting.map(({ invoice }) => invoice.id)
  const isBusy = await findUnpaid(em, purpose, refs)
  const legOf = await nextLegs(em, purpose, refs)
  const prices = await readUsdPrices(
    ctx,
    waiting.flatMap(({ invoice }) => pricedWith(invoice.asset)),
  )
  for (const { invoice, credited } of waiting) {
    if (isBusy({ ref: invoice.id, asset: invoice.asset })) continue
    const { chain } = assetOf(invoice.asset)
    const fees = (await findFeeEstimates(em, { chain }))?.fees
    const spend = roundSpend(ctx, { purpose, payment: forwardedOf(invoice), credited, prices, fees, leg: legOf(invoice.id) })
    await planIntents(em, ctx, spend ? [spend] : [])
  }
}

const isWaiting = ({ asset }: CryptoInvoice, deposit: DepositEntity): boolean =>
  deposit.creditRevision !== null && deposit.intentId === null && deposit.asset === asset && deposit.heldIn === 'payment:held'

/** Plans the next rounds of some invoices, after a final round or a fall in transaction costs. */
export async function planNextRounds(em: Em, ctx: Context, invoiceIds: readonly string[]): Promise<void> {
  const invoices = (await lockInvoices(em, invoiceIds)).filter(hasAddress)
  const byInvoice = Map.groupBy(await readDeposits(em, 'invoice', invoiceIds), ({ subjectId }) => subjectId)
  await planRounds(
    em,
    ctx,
    invoices.map((invoice) => ({ invoice, deposits: byInvoice.get(invoice.id) ?? [] })),
  )
}
