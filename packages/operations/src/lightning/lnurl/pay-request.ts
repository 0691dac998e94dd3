import type { LightningWalletEntity } from '@gateway/db/lightning/lightning-wallet.entity'
import { findInvoiceOfHash } from '@gateway/db/lightning/payment-queries'
import { findWalletOfUsername } from '@gateway/db/lightning/wallet-queries'
import { NotFound } from '@gateway/domain/kernel/error'
import { MAX_SATS, MSAT_PER_SAT } from '@gateway/domain/lightning/amounts'
import { lnurlMetadata, MAX_COMMENT } from '@gateway/domain/lightning/lnurl'
import { USERNAME, usernameKey } from '@gateway/domain/lightning/username'
import type { LightningPayment } from '@gateway/domain/lightning/payment'
import type { ApiContext, Context } from '../../kernel/context.ts'
import { issueInvoice } from '../invoices/create-lightning-invoice.ts'
import { addressHost } from '../wallets/see-wallets.ts'

/** What a payer may send to an address (LUD-06), in millisatoshis. Less than a satoshi is not paid by any route. */
export const SENDABLE = { leastMsat: MSAT_PER_SAT, mostMsat: MAX_SATS * MSAT_PER_SAT } as const

/** The wallet whose Lightning Address has a name, in either case. @throws {NotFound} */
async function findAddressed(ctx: Pick<Context, 'orm'>, { username }: { username: string }): Promise<LightningWalletEntity> {
  const name = usernameKey(username)
  const wallet = USERNAME.test(name) ? await findWalletOfUsername(ctx.orm.em.fork(), { username: name }) : undefined
  if (!wallet) throw new NotFound('Lightning Address')
  return wallet
}

/** The answer to a wallet that wants to pay an address (LUD-06, LUD-12, LUD-16). */
export interface PayRequest {
  readonly tag: 'payRequest'
  readonly callback: string
  readonly minSendable: number
  readonly maxSendable: number
  readonly metadata: string
  readonly commentAllowed: number
}

/** What an address can be paid. @throws {NotFound} */
export async function readPayRequest(ctx: Pick<Context, 'orm' | 'publicUrl'>, named: { username: string }): Promise<PayRequest> {
  const wallet = await findAddressed(ctx, named)
  return {
    tag: 'payRequest',
    callback: `${ctx.publicUrl}/lnurlp/${wallet.username}/callback`,
    minSendable: Number(SENDABLE.leastMsat),
    maxSendable: Number(SENDABLE.mostMsat),
    metadata: metadataOf(ctx, wallet),
    commentAllowed: MAX_COMMENT,
  }
}

/** The metadata of an address, from which the invoices of its callback are hashed. */
const metadataOf = (ctx: Pick<Context, 'publicUrl'>, { username }: LightningWalletEntity): string =>
  lnurlMetadata(`${username}@${addressHost(ctx)}`)

/** What a payer asks of the callback. */
interface Called {
  readonly username: string
  readonly amountMsat: bigint
  readonly comment: string | null
}

/** An invoice for what a payer wants to pay an address; its comment is the description of the payment. @throws {NotFound} @throws {LightningAway} */
export async function issueForAddress(ctx: ApiContext, { username, amountMsat, comment }: Called): Promise<LightningPayment> {
  const wallet = await findAddressed(ctx, { username })
  return issueInvoice(ctx, {
    wallet,
    wanted: { kind: 'invoice', amountMsat: String(amountMsat), description: comment, lnurlMetadata: metadataOf(ctx, wallet) },
  })
}

/** The invoice of an address by its hash (LUD-21). @throws {NotFound} also for invoices that no address has given. */
export async function verifyInvoice(ctx: Pick<Context, 'orm'>, { paymentHash }: { paymentHash: string }): Promise<LightningPayment> {
  const invoice = await findInvoiceOfHash(ctx.orm.em.fork(), { paymentHash })
  if (!invoice || invoice.lnurlMetadata === null) throw new NotFound('invoice')
  return invoice
}
