import { PartyRefused } from '@gateway/domain/identity/errors'
import type { ApiContext } from '../../kernel/context.ts'
import { bindParty, type BoundParty, type PresentedWith } from './bind-party.ts'

/**
 * The escrow and the party of a token, bound to the merchant of the credential beside it.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken}; {PartyRefused} when the merchant holds the other role.
 */
export async function authenticateAndBind(ctx: ApiContext, presented: PresentedWith): Promise<BoundParty> {
  const party = await bindParty(ctx, presented)
  if (party.binding?.refusal === 'other_role') throw new PartyRefused('other_role')
  return party
}
