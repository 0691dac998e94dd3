import type { SendLightningInput } from '@gateway/contract/lightning/inputs'
import type { LightningPaymentEntity } from '@gateway/db/lightning/lightning-payment.entity'
import { findLightningRequest } from '@gateway/db/lightning/request-queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { findDestination } from '@gateway/domain/lightning/destination'
import { InvalidDestination, InvalidSats } from '@gateway/domain/lightning/errors'
import type { SendWanted } from '@gateway/domain/lightning/request'
import type { Keep } from '../../idempotency/idempotency-keys.ts'
import { awaitAnswer } from '../../kernel/await-answer.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { askNode } from '../lifecycle/ask-node.ts'
import { askAgain, awaitTaken } from '../lifecycle/await-request.ts'
import { refusalError } from '../lifecycle/refusal-error.ts'
import { readPayment } from '../reading/read-payment.ts'
import { findWallet } from '../wallets/find-wallet.ts'
import { resolveAddress } from './resolve-address.ts'

interface Sending {
  readonly actor: Actor
  readonly wish: SendLightningInput
  readonly keep?: Keep<LightningPaymentEntity> | undefined
}

const ANSWER_MS = 20_000

/**
 * Pays an invoice or a Lightning Address from a wallet. The destination is resolved once, and stored with the request before anything is booked.
 *
 * @returns the payment, which is pending where its outcome is not known within 20 seconds; amount and reserve are set aside until it is.
 * @throws {NotFound} {InvalidDestination} {InvalidSats} {TooManySats} {InsufficientBalance} {AlreadyPaid}
 * @throws {LightningAway} when nobody has begun within ten seconds; nothing was booked then.
 */
export async function sendLightning(ctx: ApiContext, { actor, wish, keep }: Sending): Promise<LightningPaymentEntity> {
  const startedAt = performance.now()
  const wallet = await findWallet(ctx, { actor, walletId: wish.walletId })
  const wanted = await resolve(ctx, wish)
  const id = await askNode(ctx, { wallet, wanted, keep })
  return awaitSend(ctx, { id, withinMs: ANSWER_MS - (performance.now() - startedAt) })
}

/** What became of a send that was asked for, tried again where it was withdrawn. @throws as `sendLightning`. */
export async function resumeSend(ctx: ApiContext, { id }: { id: string }): Promise<LightningPaymentEntity> {
  const known = await readPayment(ctx, { id })
  if (!known) await askAgain(ctx, { id })
  return awaitSend(ctx, { id, withinMs: ANSWER_MS })
}

async function resolve(ctx: ApiContext, { destination: named, amountSats: amountMsat }: SendLightningInput): Promise<SendWanted> {
  const destination = findDestination(named)
  if (!destination) throw new InvalidDestination('must be a BOLT11 invoice or a Lightning Address')
  const asked = amountMsat === undefined ? null : String(amountMsat)
  if (destination.kind === 'invoice') {
    const { paymentRequest } = destination
    return { kind: 'send', paymentRequest, amountMsat: asked, destination: paymentRequest, descriptionHash: null }
  }
  if (amountMsat === undefined) throw new InvalidSats('is required for a Lightning Address')
  const resolved = await resolveAddress(ctx, { address: destination, amountMsat })
  return { kind: 'send', ...resolved, amountMsat: asked, destination: `${destination.username}@${destination.host}` }
}

/** The payment once it has ended, or as it is when the time is over. @throws what it was refused for. */
async function awaitSend(ctx: ApiContext, { id, withinMs }: { id: string; withinMs: number }): Promise<LightningPaymentEntity> {
  const endsAt = performance.now() + withinMs
  await awaitTaken(ctx, { id })
  const read = () => readPayment(ctx, { id })
  const leftMs = Math.max(1, endsAt - performance.now())
  const ended = await awaitAnswer(ctx, { channel: 'lightning_answered', payload: id, withinMs: leftMs }, async () => {
    const found = await read()
    return found?.state === 'pending' ? undefined : found
  })
  const payment = ended ?? (await read())
  if (!payment) throw new Error(`the send ${id} was taken and has no payment`)
  if (payment.state === 'failed') await throwRefusal(ctx, id)
  return payment
}

/** A send inside the service can be refused after it was taken. */
async function throwRefusal(ctx: ApiContext, id: string): Promise<void> {
  const request = await findLightningRequest(ctx.orm.em.fork(), { id })
  if (request?.refusal) throw refusalError(request.refusal)
}
