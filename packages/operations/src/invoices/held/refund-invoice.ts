import type { SeenRefund } from '@gateway/contract/invoices/refunds'
import type { InvoiceEntity } from '@gateway/db/invoices/invoice.entity'
import { ownInvoices } from '@gateway/db/invoices/queries'
import { actorName } from '@gateway/domain/accounts/merchant'
import type { Decimal } from '@gateway/domain/money/decimal'
import { NotReturnable } from '@gateway/domain/payments/errors'
import type { Command } from '../../businesses/owned/change-owned.ts'
import { getOwned } from '../../businesses/owned/read-owned.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { claimOffered, requireExpected } from '../../payments/refunds/claim-offered.ts'
import { offerWithin, type RefundedPayer } from '../../payments/refunds/shared/offer-within.ts'
import { readRefundAddress } from '../../payments/refunds/refund-address.ts'
import { type CryptoInvoice, hasAddress } from '../deposits/invoice-holding.ts'
import { changeInvoice } from '../lifecycle/change-invoice.ts'
import { seeOneRefund } from './list-refunds.ts'
import { refundedInvoice } from './refunded-invoice.ts'

/** How held money of an invoice goes back. */
interface RefundRequest {
  /** What the merchant expects to be held; any other amount is refused. */
  readonly amountCrypto?: Decimal | undefined
  readonly reason?: string | undefined
  /** Where the payer wants it, when the merchant knows it. */
  readonly address?: string | undefined
  /** Gets the link by e-mail. */
  readonly payer?: RefundedPayer | undefined
  readonly linkDays: number
  /** The refund hold; the signer keeps its own count. */
  readonly holdHours: number
}

/** A new refund; its link is shown only now. */
export type OfferedInvoiceRefund = SeenRefund & { readonly token: string }

/**
 * Offers held money of an invoice back to its payer by a one-time link, or claims it at once to an address that the merchant names; it is paid after the same
 * hold. All that is held of the invoice's own coin goes back, because a payout spends what arrived whole.
 *
 * @throws {NotFound} {ConcurrentUpdate} {InvalidAddress} {AddressUnchecked}
 * @throws {NotReturnable} where nothing is held, or the chain allows no refund. @throws {InvalidAmount} when another amount is held than was named.
 * @throws {InvalidState} while an address is claimed; cancel that first.
 */
export async function refundInvoice(
  ctx: ApiContext,
  { request, ...command }: Command<OfferedInvoiceRefund> & { readonly request: RefundRequest },
): Promise<OfferedInvoiceRefund> {
  const address = await readNamed(ctx, command, request.address)
  return changeInvoice(ctx, command, async (em, invoice) => {
    const object = refundedInvoice(requireAddress(invoice))
    const by = actorName(command.actor)
    const { linkDays, payer, reason } = request
    const offered = await offerWithin(em, ctx, { object, by, linkDays, payer, reason })
    requireExpected(offered, request.amountCrypto)
    if (address !== undefined) await claimOffered(em, ctx, { object, offered, address, by, holdHours: request.holdHours })
    const seen = await seeOneRefund(em, ctx, { invoice, refundId: offered.id })
    return { outcome: { ...seen, url: `${ctx.publicUrl}${offered.path}`, reason: reason ?? null, token: offered.token } }
  })
}

/** Before anything is locked: the chain may take its time to answer. */
async function readNamed(
  ctx: ApiContext,
  { actor, id }: Pick<Command<unknown>, 'actor' | 'id'>,
  text: string | undefined,
): Promise<string | undefined> {
  if (text === undefined) return undefined
  const { asset } = requireAddress(await getOwned(ctx, { of: ownInvoices, actor, id }))
  return readRefundAddress(ctx, { asset, text })
}

/** @throws {NotReturnable} for an invoice without an address, which holds no coins. */
function requireAddress(invoice: InvoiceEntity): CryptoInvoice {
  if (hasAddress(invoice)) return invoice
  throw new NotReturnable(invoice.state, 'the invoice has no held funds; card money goes back by a refund of its card payment')
}
