import type { PreviewLightningInput, SendPreview } from '@gateway/contract/lightning/portal-preview'
import { readBalances } from '@gateway/db/lightning/balance-queries'
import { findInvoiceOfHash } from '@gateway/db/lightning/payment-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { MAX_SATS, MSAT_PER_SAT, reserveMsat } from '@gateway/domain/lightning/amounts'
import { FOREIGN_SIGNED, findDestination, isSameInvoice } from '@gateway/domain/lightning/destination'
import { InvalidDestination, TooManySats } from '@gateway/domain/lightning/errors'
import type { LightningInvoiceRead } from '@gateway/domain/lightning/request'
import { areTerms, termsOfSend } from '@gateway/domain/lightning/terms'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { refusalError } from '../lifecycle/refusal-error.ts'
import { findWallet } from '../wallets/find-wallet.ts'
import { addressHost } from '../wallets/see-wallets.ts'
import { readInvoice } from './read-invoice.ts'

const UNKNOWN = { description: null, paymentHash: null, payee: null, expiresAt: null } as const

/**
 * What a send of the signed-in merchant would do, before anything is booked: an invoice is read by the node, an address is asked for one only when it is
 * sent. A send decides again.
 *
 * @throws {MerchantTokenRequired} @throws {NotFound} for a wallet of somebody else.
 * @throws {InvalidDestination} {InvalidSats} {TooManySats} as a send would. @throws {LightningAway}
 */
export async function previewSend(ctx: ApiContext, { actor, wish }: { actor: Actor; wish: PreviewLightningInput }): Promise<SendPreview> {
  const wallet = await findWallet(ctx, { actor: requireMerchant(actor), walletId: wish.walletId })
  const named = findDestination(wish.destination)
  if (!named) throw new InvalidDestination('must be a BOLT11 invoice or a Lightning Address')
  const availableMsat = await readAvailable(ctx, wallet)
  const asked = wish.amountSats ?? null
  if (named.kind === 'address') {
    const destination = `${named.username}@${named.host}`
    const fees = feesOf(named.host === addressHost(ctx))
    return { ...UNKNOWN, kind: 'address', destination, availableMsat, isFixed: false, ...amountsOf(asked), ...fees }
  }
  const invoice = await readInvoice(ctx, { wallet, paymentRequest: named.paymentRequest })
  const own = await findInvoiceOfHash(ctx.orm.em.fork(), { paymentHash: invoice.paymentHash })
  if (own && !isSameInvoice(own, named)) throw refusalError(FOREIGN_SIGNED)
  const fees = feesOf(own !== undefined)
  return { kind: 'invoice', destination: named.paymentRequest, availableMsat, ...termsOf(ctx, { invoice, asked }), ...fees }
}

/** Nothing is set aside for what is paid inside the service. */
const feesOf = (isInternal: boolean) => ({ isInternal, ...(isInternal && { reserveMsat: 0n }) })

async function readAvailable(ctx: Pick<ApiContext, 'orm'>, { id }: LightningWallet): Promise<bigint> {
  const balances = await readBalances(ctx.orm.em.fork(), { walletIds: [id] })
  return balances.get(id)?.availableMsat ?? 0n
}

const amountsOf = (amountMsat: bigint | null) => ({ amountMsat, reserveMsat: amountMsat === null ? null : reserveMsat(amountMsat) })

/** What is known of an invoice, with the amount that a send would pay; null while an invoice without one waits for the payer's. */
function termsOf({ clock }: Pick<ApiContext, 'clock'>, { invoice, asked }: { invoice: LightningInvoiceRead; asked: bigint | null }) {
  const { paymentHash, payee, descriptionHash, description } = invoice
  const amountMsat = invoice.amountMsat === null ? null : BigInt(invoice.amountMsat)
  const expiresAt = new Date(invoice.expiresAt)
  const known = { paymentHash, payee, expiresAt, isFixed: amountMsat !== null, description: description === '' ? null : description }
  if (amountMsat === null && asked === null && expiresAt > clock.now()) return { ...known, ...amountsOf(null) }
  const wanted = { amountMsat: asked === null ? null : String(asked), descriptionHash: null }
  const terms = termsOfSend(wanted, { amountMsat, descriptionHash, expiresAt }, clock.now())
  if (!areTerms(terms)) throw refusalError(terms)
  if (terms.amountMsat > MAX_SATS * MSAT_PER_SAT) throw new TooManySats(MAX_SATS)
  return { ...known, ...amountsOf(terms.amountMsat) }
}
