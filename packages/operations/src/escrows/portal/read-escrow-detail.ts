import { explorerAddressOf } from '@gateway/chains/definitions/explorer-address'
import type { EscrowDetail } from '@gateway/contract/portal/escrows'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { requireMerchant } from '../../accounts/auth/require-merchant.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { getEscrow } from '../reading/get-escrow.ts'

/** An escrow of the signed-in merchant. @throws {NotFound} also when it is another merchant's, or nobody's. @throws {MerchantTokenRequired} */
export async function readEscrowDetail(
  ctx: ApiContext,
  { actor, id, address }: { actor: Actor; id: string; address: string },
): Promise<EscrowDetail> {
  const { escrow, isInside } = await getEscrow(ctx, { id, reader: { actor: requireMerchant(actor), address } })
  if (!isInside) throw new NotFound('escrow')
  const explorerTx = ctx.rails.get(escrow.chain)?.explorerTx
  return { escrow, explorerTx: explorerTx ?? null, explorerAddress: explorerAddressOf(explorerTx) }
}
