import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Em } from '@gateway/db/orm'
import type { Business } from '@gateway/domain/businesses/business'
import { OnboardingRequired } from '@gateway/domain/cards/errors'
import { overdueAt } from '@gateway/domain/invoices/due-day'
import { buyerOf } from '@gateway/domain/invoices/party'
import { localDayOf } from '@gateway/domain/kernel/local-day'
import type { AssetCode } from '@gateway/domain/money/asset'
import { WalletNotConfigured } from '@gateway/domain/payments/errors'
import { readBusiness } from '../../businesses/read-business.ts'
import { findTakingAccount } from '../../cards/accounts/find-taking-account.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { findClientOf } from '../clients/own-clients.ts'
import { checkCoin, findWallet } from '../drafts/named-wallet.ts'
import { type DraftedQuote } from '../quotes/price-remainder.ts'
import { priceFirst } from '../quotes/place-invoice.ts'

/** The ways in which an invoice that is about to be sent can be paid; it has one at least. */
export interface Ways {
  readonly business: Business
  /** Null where no coin is named, or none of its wallets takes it. */
  readonly coin: { readonly wallet: string; readonly first: DraftedQuote } | null
  readonly takesCards: boolean
}

/**
 * The ways in which a draft can be paid. A coin without a wallet is no way, and does not keep it from being paid by card.
 *
 * @throws {WalletNotConfigured} {OnboardingRequired} where neither its coin nor cards are usable. @throws {UnsupportedBlockchain} {InvalidAddress}
 * @throws {RateUnavailable} {AmountTooSmall} {AmountTooLarge}
 */
export async function readWays(ctx: ApiContext, draft: InvoiceEntity): Promise<Ways> {
  const business = await readBusiness(ctx.orm.em.fork(), draft)
  const { asset } = draft
  const wallet = asset === null ? undefined : findWallet(ctx, business, asset)
  if (asset === null || wallet !== undefined) checkCoin(ctx, business, draft)
  const takesCards = (await findTakingAccount(ctx, { business, kind: 'direct' })) !== null
  if (hasCoin(draft) && wallet !== undefined) {
    const first = await priceFirst(ctx, { invoice: draft, business })
    return { business, coin: { wallet, first }, takesCards }
  }
  if (!takesCards) throw asset === null ? new OnboardingRequired('crypto_currency') : new WalletNotConfigured(asset)
  return { business, coin: null, takesCards }
}

/** True of an invoice that names a coin. */
export const hasCoin = (invoice: InvoiceEntity): invoice is InvoiceEntity & { readonly asset: AssetCode } => invoice.asset !== null

/** What is frozen when an invoice is sent: who invoices whom, its day, its fee, and when it is overdue. */
export async function freeze(em: Em, ctx: Pick<ApiContext, 'clock' | 'plans'>, { draft, ways }: { draft: InvoiceEntity; ways: Ways }) {
  const { business, takesCards, coin } = ways
  const { name, timeZone, taxProfile } = business
  const client = await findClientOf(em, draft)
  const sentAt = ctx.clock.now()
  return {
    seller: { name, timeZone, taxProfile },
    buyer: client && buyerOf(client),
    issueDate: draft.issueDate ?? localDayOf(sentAt, timeZone),
    feeBps: ctx.plans[business.plan].feeBps,
    takesCards,
    walletAddress: coin?.wallet ?? draft.walletAddress,
    overdueAt: draft.dueDate === null ? null : overdueAt(draft.dueDate, timeZone),
    sentAt,
  }
}
