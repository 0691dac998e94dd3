import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import type { Holding } from '@gateway/domain/ledger/templates'
import { type AssetCode, assetOf } from '@gateway/domain/money/asset'

/** An invoice that was sent with a coin. */
export type CryptoInvoice = InvoiceEntity & { readonly asset: AssetCode; readonly payoutTermsId: string }

/** True of an invoice that has an address. */
export const hasAddress = (invoice: InvoiceEntity): invoice is CryptoInvoice => invoice.asset !== null && invoice.payoutTermsId !== null

/** In whose name the deposits of an invoice are held, of its own coin or of another. */
export const holdingOf = (
  { asset, mode, businessId }: Pick<CryptoInvoice, 'asset' | 'mode' | 'businessId'>,
  held: AssetCode = asset,
): Holding => ({ asset: held, chain: assetOf(asset).chain, mode, businessId })
