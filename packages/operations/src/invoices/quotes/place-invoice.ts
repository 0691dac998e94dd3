import type { Insert } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import type { Business } from '@gateway/domain/businesses/business'
import { AddressUnavailable } from '@gateway/domain/custody/errors'
import { openMinor } from '@gateway/domain/invoices/money/open-amount'
import type { Invoice } from '@gateway/domain/invoices/invoice'
import { assetOf, type AssetCode } from '@gateway/domain/money/asset'
import { UnsupportedBlockchain } from '@gateway/domain/payments/errors'
import { allocateAddresses } from '../../custody/address-pool/allocate-addresses.ts'
import { platformAddressOf } from '../../custody/address-pool/platform-address.ts'
import { type ApiContext, servedAssets } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { type DraftedQuote, priceRemainder } from './price-remainder.ts'

/** An invoice that is about to be sent with a coin, and the wallet that its crypto goes to. */
interface Placing {
  readonly invoice: Invoice & { readonly asset: AssetCode }
  readonly business: Business
  readonly wallet: string
}

/** Where an invoice is paid in its coin, for life, with the rows to insert when it is sent. */
export interface PlacedInvoice {
  readonly paymentAddress: string
  readonly payoutTermsId: string
  readonly rows: readonly Insert[]
}

/**
 * The first quote of an invoice that is about to be sent, priced before the transaction that sends it. A rate is needed to send with a coin: the signer knows
 * the invoice by it.
 *
 * @throws {RateUnavailable} {AmountTooSmall} {AmountTooLarge} {UnsupportedBlockchain}
 */
export const priceFirst = (ctx: ApiContext, { invoice, business }: Omit<Placing, 'wallet'>): Promise<DraftedQuote> =>
  priceRemainder(ctx, { invoice, business, remainderMinor: openMinor({ ...invoice, state: 'sent' }) })

/**
 * Takes the address of an invoice in the caller's transaction, which sends it: its terms freeze wallet, platform address and fee.
 *
 * @throws {AddressUnavailable} the transaction must roll back then.
 */
export async function placeInvoice(
  em: Em,
  ctx: ApiContext,
  { invoice, wallet, first }: Omit<Placing, 'business'> & { readonly first: DraftedQuote },
): Promise<PlacedInvoice> {
  const { asset: code, id: subjectId, feeBps } = invoice
  const { chain } = assetOf(code)
  const rail = ctx.rails.get(chain)
  if (!rail) throw new UnsupportedBlockchain(code, servedAssets(ctx.rails))
  const recipients = [{ role: 'merchant', address: wallet } as const, { role: 'platform', address: platformAddressOf(ctx, rail) } as const]
  const own = { id: ctx.ids.uuid(), subject: 'invoice', subjectId, chain, asset: code, recipients, feeBps } as const
  const [allocated] = await allocateAddresses(em, [{ ctx, rail, addressTerms: { ...own, expiresAt: first.quote.validUntil } }])
  if (!allocated || allocated instanceof AddressUnavailable) throw allocated ?? new AddressUnavailable(chain, 'none was asked for')
  queueNotification(em, { channel: 'committed', payload: own.id })
  return { paymentAddress: allocated.commit.address, payoutTermsId: own.id, rows: [...allocated.rows, ...first.rows] }
}
