import { findEscrow } from '@gateway/db/escrows/queries'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import type { EscrowRole } from '@gateway/domain/escrows/escrow'
import { NotFound } from '@gateway/domain/kernel/error'
import { countAttempts } from '../../accounts/auth/throttle.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { areTokensRefused, recognizeParty } from './recognize-party.ts'

/** A token presented for an escrow. */
export interface Presented {
  readonly id: string
  readonly token: string
  /** The address of the requester. */
  readonly address: string
}

/** An escrow and the party that has shown its token. */
export interface PartyOf {
  readonly escrow: EscrowEntity
  readonly role: EscrowRole
}

/**
 * The escrow and the party of a token. Failures are counted, for the address and for the escrow; a right token is accepted whatever was tried before,
 * because nobody can guess one and nobody may keep a party away.
 *
 * @throws {NotFound} {InvalidEscrowToken} {TooManyAttempts}
 */
export async function authenticateParty(ctx: ApiContext, { id, token, address }: Presented): Promise<PartyOf> {
  const escrow = await findEscrow(ctx.orm.em.fork(), { id })
  if (!escrow) throw new NotFound('escrow')
  const role = recognizeParty(ctx.partyTokenKeys, escrow, token)
  if (role && !areTokensRefused(escrow, ctx.clock.now())) return { escrow, role }
  await countAttempts(ctx, [
    { throttle: 'escrowTokensPerAddress', by: address },
    { throttle: 'escrowTokensPerEscrow', by: id },
  ])
  throw new InvalidEscrowToken()
}
