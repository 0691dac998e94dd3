import { insertIssuerRequest } from '@gateway/db/identity/issuer-request-queries'
import type { Em } from '@gateway/db/orm'
import type { IssuerWanted } from '@gateway/domain/identity/issuer-request'
import type { MerchantId } from '@gateway/domain/kernel/id'
import type { Context } from '../../kernel/context.ts'
import { queueNotification } from '../../kernel/notifications.ts'

/** Asks the issuer for something of a merchant, in the caller's transaction. @returns the id of the request. */
export async function askIssuer(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  { merchantId, wanted }: { readonly merchantId: MerchantId; readonly wanted: IssuerWanted },
): Promise<string> {
  const id = ctx.ids.uuid()
  await insertIssuerRequest(em, { id, merchantId, kind: wanted.kind, wanted, createdAt: ctx.clock.now() })
  queueNotification(em, { channel: 'issuer_due', payload: '' })
  return id
}
