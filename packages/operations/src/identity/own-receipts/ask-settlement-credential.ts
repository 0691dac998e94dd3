import { listParties } from '@gateway/db/identity/party-queries'
import type { Em } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'
import type { Context } from '../../kernel/context.ts'
import { askIssuer } from '../requests/ask-issuer.ts'

/** What a party of a settled escrow is attested. */
interface Settled {
  readonly escrowId: string
  readonly did: Did
  readonly amount: string
  readonly currency: string
  readonly at: Date
}

/** Asks the issuer for the credential of a party whose escrow has settled, in the transaction of its receipt; there is one of both. */
export async function askSettlementCredential(em: Em, ctx: Context, { escrowId, did, amount, currency, at }: Settled): Promise<void> {
  const party = (await listParties(em, { escrowId })).find((one) => one.did === did)
  if (!party) return
  const { role, merchantId } = party
  const wanted = { kind: 'settlement', did, escrowId, role, amount, currency, settledAt: at.toISOString() } as const
  await askIssuer(em, ctx, { merchantId, wanted })
}
