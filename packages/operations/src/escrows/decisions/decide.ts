import { findEscrow, insertSettlement, lockEscrows } from '@gateway/db/escrows/queries'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Em } from '@gateway/db/orm'
import { type EscrowAction, isEntitled, isOpenTo, lacksAddress } from '@gateway/domain/escrows/actions'
import { InvalidEscrowToken } from '@gateway/domain/escrows/errors'
import type { EscrowOutcome } from '@gateway/domain/escrows/machine'
import { InvalidState, NotFound } from '@gateway/domain/kernel/error'
import { sealToken } from '../../custody/evidence/party-tokens.ts'
import { type Keep, storeResponse } from '../../idempotency/idempotency-keys.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { advanceEscrows, type EscrowAdvance } from '../lifecycle/advance-escrows.ts'
import { authenticateParty, type PartyOf, type Presented } from '../tokens/authenticate-party.ts'

const UNNAMED = 'the escrow before its depositor has named an address on its page,'

/** A decision by the token of a party; `keep` stores its response. */
export interface Deciding extends Presented {
  readonly keep?: Keep<EscrowEntity> | undefined
}

/** What a party decides by its token. */
interface Decision extends Deciding {
  readonly action: EscrowAction
  /** The outcome that it is; a dispute is none. */
  readonly outcome?: EscrowOutcome
  readonly advance: (party: PartyOf) => Omit<EscrowAdvance, 'escrow' | 'actor' | 'input'>
  /** What else is written with it, once it is carried out. */
  readonly afterwards?: (em: Em, escrow: EscrowEntity) => Promise<void>
}

/**
 * Carries out what a party decides: of two decisions at once exactly one wins, by the row lock and by the key of the settlement. Nothing is sent here:
 * the payout is planned and signed by others, which check the token for themselves.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} for the other party's token too; {InvalidState} naming the current state.
 */
export async function decide(ctx: ApiContext, decision: Decision): Promise<EscrowEntity> {
  const { id, token, action, outcome } = decision
  const { role } = await authenticateParty(ctx, decision)
  if (!isEntitled(action, role)) throw new InvalidEscrowToken()
  const decided = await transaction(ctx, async (em) => {
    const [escrow] = await lockEscrows(em, [id])
    if (!escrow) throw new NotFound('escrow')
    if (lacksAddress(action, escrow)) throw new InvalidState(escrow.state, `${action} ${UNNAMED}`)
    const evidence = sealToken(ctx.partyTokenKeys, { objectId: id, token })
    const isFirst =
      isOpenTo(action, escrow.state) &&
      (!outcome || (await insertSettlement(em, { escrowId: id, outcome, actor: role, evidence, at: ctx.clock.now() })))
    if (!isFirst) return undefined
    await advanceEscrows(em, ctx, [{ ...decision.advance({ escrow, role }), escrow, actor: role, input: action }])
    await decision.afterwards?.(em, escrow)
    await storeResponse(em, decision.keep, escrow)
    await ctx.failpoint('beforeDecisionCommit')
    return escrow
  })
  if (decided) await ctx.failpoint('afterDecisionCommit')
  if (decided) return decided
  const current = await findEscrow(ctx.orm.em.fork(), { id })
  throw new InvalidState(current?.state ?? 'unknown', `${action} the escrow`)
}
