import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { findEscrow } from '@gateway/db/escrows/queries'
import type { Actor } from '@gateway/domain/accounts/merchant'
import { NotFound } from '@gateway/domain/kernel/error'
import { mayRead } from '../../businesses/business-scope.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { authenticateParty } from '../tokens/authenticate-party.ts'

/** Who reads an escrow, if it says so: by a credential, or by a party's token. */
export interface EscrowReader {
  readonly actor?: Actor | undefined
  readonly token?: string | undefined
  readonly address: string
}

/** An escrow, and whether its reader is one of its parties or its business. */
export interface SeenEscrow {
  readonly escrow: EscrowEntity
  readonly isInside: boolean
}

/**
 * An escrow as its reader may see it; anybody may see its public view.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} for a token that is none of its parties'.
 */
export async function getEscrow(ctx: ApiContext, { id, reader }: { id: string; reader: EscrowReader }): Promise<SeenEscrow> {
  const { actor, token, address } = reader
  if (token !== undefined) return { escrow: (await authenticateParty(ctx, { id, token, address })).escrow, isInside: true }
  const escrow = await findEscrow(ctx.orm.em.fork(), { id })
  if (!escrow) throw new NotFound('escrow')
  return { escrow, isInside: isOwn(actor, escrow) }
}

function isOwn(actor: Actor | undefined, { merchantId, businessId, mode }: EscrowEntity): boolean {
  return actor !== undefined && merchantId !== null && businessId !== null && mayRead(actor, { merchantId, businessId, mode })
}
