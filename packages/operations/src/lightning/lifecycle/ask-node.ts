import { insertLightningRequest } from '@gateway/db/lightning/request-queries'
import type { Em } from '@gateway/db/orm'
import type { LightningWanted } from '@gateway/domain/lightning/request'
import type { LightningWallet } from '@gateway/domain/lightning/wallet'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'

/** Asks the role that has the node for an invoice or a send of a wallet, in the caller's transaction. @returns the id of the payment to come. */
export async function askNode(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { wallet, wanted }: { readonly wallet: LightningWallet; readonly wanted: LightningWanted },
): Promise<string> {
  const id = ctx.ids.uuid()
  const { id: nodeId, merchantId, businessId, mode } = wallet
  await insertLightningRequest(em, { id, nodeId, merchantId, businessId, mode, kind: wanted.kind, wanted, createdAt: ctx.clock.now() })
  queueNotification(em, { channel: 'lightning_due', payload: wanted.kind === 'invoice' ? 'invoice' : 'send' })
  return id
}
