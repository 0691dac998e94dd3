import { findClaimedDid } from '@gateway/db/identity/owner-queries'
import { insertParty, listParties, lockEscrowFacts } from '@gateway/db/identity/party-queries'
import { lockOwnPart } from '@gateway/db/identity/receipts/lock-queries'
import type { Em } from '@gateway/db/orm'
import { type Actor, mayUse } from '@gateway/domain/accounts/merchant'
import type { Did } from '@gateway/domain/identity/did'
import type { Binding, BindingRefusal } from '@gateway/domain/identity/party'
import { messageOf } from '@gateway/domain/kernel/error'
import type { MerchantId } from '@gateway/domain/kernel/id'
import { authenticateParty, type PartyOf, type Presented } from '../../escrows/tokens/authenticate-party.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { judgeAgain } from '../judging/judge-again.ts'

/** A token that is shown, and the credential beside it. */
export interface PresentedWith extends Presented {
  readonly actor: Actor | undefined
}

/** The party of a token, and what became of the binding of the merchant; null without a credential. */
export interface BoundParty extends PartyOf {
  readonly binding: Binding | null
}

/**
 * Binds the DID of a merchant to the role of the token that it shows, once and for ever. What stands against it is told and refuses nothing: whoever shows
 * the token of a party may act for it.
 *
 * @throws {NotFound} {TooManyAttempts} {InvalidEscrowToken} for the token.
 */
export async function bindParty(ctx: ApiContext, { actor, ...presented }: PresentedWith): Promise<BoundParty> {
  const party = await authenticateParty(ctx, presented)
  if (!actor) return { ...party, binding: null }
  try {
    return { ...party, binding: await bind(ctx, party, actor) }
  } catch (error) {
    ctx.log.warn({ escrowId: party.escrow.id, problem: messageOf(error) }, 'escrow party not bound')
    return { ...party, binding: refused(party, 'busy') }
  }
}

async function bind(ctx: ApiContext, party: PartyOf, actor: Actor): Promise<Binding> {
  const { merchantId, mode } = actor
  if (!mayUse(actor, 'reputation:write')) return refused(party, 'no_scope')
  if (mode === 'test' || party.escrow.mode === 'test') return refused(party, 'test_mode')
  const did = await findClaimedDid(ctx.orm.em.fork(), { merchantId })
  if (did === undefined) return refused(party, 'no_did')
  return transaction(ctx, (em) => record(em, ctx, { ...party, merchantId, did }))
}

async function record(em: Em, ctx: ApiContext, own: PartyOf & { readonly merchantId: MerchantId; readonly did: Did }): Promise<Binding> {
  const { escrow, role, merchantId, did } = own
  await lockOwnPart(em, { escrowId: escrow.id, merchantId })
  await lockEscrowFacts(em, { id: escrow.id })
  const row = { id: ctx.ids.uuid(), escrowId: escrow.id, rail: 'crypto' as const, role, merchantId, did, createdAt: ctx.clock.now() }
  const isNew = await insertParty(em, row)
  if (isNew) await judgeAgain(em, { escrowId: escrow.id })
  const held = isNew ? row : (await listParties(em, { escrowId: escrow.id })).find((one) => one.merchantId === merchantId)
  if (!held) return refused(own, 'role_taken')
  return held.role === role ? { role, did: held.did, refusal: null } : refused(own, 'other_role')
}

const refused = ({ role }: Pick<PartyOf, 'role'>, refusal: BindingRefusal): Binding => ({ role, did: null, refusal })
