import { findLightningRequest } from '@gateway/db/lightning/request-queries'
import type { LightningInvoiceRead } from '@gateway/domain/lightning/request'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import type { ApiContext } from '../../kernel/context.ts'
import { askNode } from '../lifecycle/ask-node.ts'
import { awaitTaken } from '../lifecycle/await-request.ts'

/**
 * What the node reads from an invoice: the api reaches no node, so the role that sends is asked. Nothing is booked.
 *
 * @throws {InvalidDestination} when the node cannot read it. @throws {LightningAway}
 */
export async function readInvoice(
  ctx: ApiContext,
  { wallet, paymentRequest }: { readonly wallet: LightningWallet; readonly paymentRequest: string },
): Promise<LightningInvoiceRead> {
  const id = await askNode(ctx, { wallet, wanted: { kind: 'read', paymentRequest } })
  await awaitTaken(ctx, { id })
  const request = await findLightningRequest(ctx.orm.em.fork(), { id })
  if (!request?.answer) throw new Error(`the request ${id} was taken without an answer`)
  return request.answer
}
