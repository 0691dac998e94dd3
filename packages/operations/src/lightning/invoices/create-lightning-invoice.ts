import type { CreateLightningInvoiceInput } from '@gateway/contract/lightning/inputs'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import type { InvoiceWanted } from '@gateway/domain/lightning/request'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import { awaitAnswer } from '../../kernel/await-answer.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { askNode } from '../lifecycle/ask-node.ts'
import { askAgain, requireTaken } from '../lifecycle/await-request.ts'
import { readPayment } from '../reading/read-payment.ts'
import { findWallet } from '../wallets/find-wallet.ts'

interface Creation {
  readonly actor: Actor
  readonly wish: CreateLightningInvoiceInput
  readonly keep?: Keep<LightningPaymentEntity> | undefined
}

/**
 * Creates an invoice of a wallet, which anybody can pay for an hour: an incoming payment that is pending. The role that has the node's invoices makes it
 * within ten seconds.
 *
 * @throws {NotFound} @throws {LightningAway} when the node does not answer; there is no invoice then.
 */
export async function createLightningInvoice(ctx: ApiContext, { actor, wish, keep }: Creation): Promise<LightningPaymentEntity> {
  const wallet = await findWallet(ctx, { actor, walletId: wish.walletId })
  const terms = { amountMsat: String(wish.amountSats), description: wish.description ?? null, lnurlMetadata: null }
  return issueInvoice(ctx, { wallet, wanted: { kind: 'invoice', ...terms }, keep })
}

/** The same for any wallet. @throws {LightningAway} */
export async function issueInvoice(
  ctx: ApiContext,
  { wallet, wanted, keep }: { readonly wallet: LightningWallet; readonly wanted: InvoiceWanted; readonly keep?: Creation['keep'] },
): Promise<LightningPaymentEntity> {
  return awaitInvoice(ctx, { id: await askNode(ctx, { wallet, wanted, keep }) })
}

/** What became of an invoice that was asked for, tried again where it came to nothing. @throws {LightningAway} */
export async function resumeInvoice(ctx: ApiContext, { id }: { id: string }): Promise<LightningPaymentEntity> {
  const known = await readPayment(ctx, { id })
  if (known) return known
  await askAgain(ctx, { id })
  return awaitInvoice(ctx, { id })
}

async function awaitInvoice(ctx: ApiContext, { id }: { id: string }): Promise<LightningPaymentEntity> {
  const read = () => readPayment(ctx, { id })
  const made = await awaitAnswer(ctx, { channel: 'lightning_answered', payload: id }, read)
  if (made) return made
  await requireTaken(ctx, { id })
  const payment = await read()
  if (!payment) throw new NotFound('Lightning payment')
  return payment
}
