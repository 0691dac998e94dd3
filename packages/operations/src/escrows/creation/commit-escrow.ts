import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { escrowMachine } from '@gateway/domain/escrows/machine'
import { DomainError } from '@gateway/domain/kernel/error'
import type { Commit } from '@gateway/domain/custody/intent'
import { allocateAddresses } from '../../custody/address-pool/allocate-addresses.ts'
import { hashToken } from '../../custody/evidence/party-tokens.ts'
import { announceChange } from '../../events/publish-events.ts'
import { queueNotification } from '../../kernel/notifications.ts'
import { transaction } from '../../kernel/transaction.ts'
import { quoteRow } from '../../rates/quote-price.ts'
import { announceEscrow } from '../lifecycle/announce-escrow.ts'
import { historyRow } from '../lifecycle/record-history.ts'
import { startEscrow } from '../lifecycle/workflow-messages.ts'
import type { EscrowDraft } from './draft-escrow.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'

/** A new escrow with its secrets, which are answered once. */
export interface CreatedEscrow {
  readonly escrow: EscrowEntity
  readonly tokens: EscrowDraft['tokens']
}

/**
 * Commits an escrow in one transaction: quote, address with the terms of each of its outcomes, row, history, event, and the message that starts its
 * workflow.
 *
 * @throws {AddressUnavailable}
 */
export async function commitEscrow(draft: EscrowDraft, keep: Keep<CreatedEscrow> | undefined): Promise<CreatedEscrow> {
  const { ctx } = draft
  const { created, outboxIds } = await transaction(ctx, async (em) => {
    const written = await writeEscrow(em, draft, keep && ((created) => [keep(created)]))
    await ctx.failpoint('beforeCreateCommit')
    return written
  })
  await ctx.failpoint('afterCreateCommit')
  ctx.tryNow(outboxIds)
  return created
}

/**
 * Writes an escrow in the caller's transaction, with the rows that `beside` adds to it.
 *
 * @returns the escrow, and the outbox messages to send after the commit.
 * @throws {AddressUnavailable} the transaction must roll back then.
 */
export async function writeEscrow(
  em: Em,
  draft: EscrowDraft,
  beside?: (created: CreatedEscrow) => readonly Insert[],
): Promise<{ created: CreatedEscrow; outboxIds: string[] }> {
  const { ctx, tokens, priced } = draft
  const [allocated] = await allocateAddresses(em, [draft])
  if (!allocated || allocated instanceof DomainError) throw allocated ?? new Error('an escrow was forgotten')
  const escrow = escrowOf(draft, allocated.commit)
  const announcements = announceEscrow(escrow, escrowMachine.opens)
  const created = { escrow, tokens }
  const returns = returnTerms(draft, allocated.commit)
  queueNotification(em, { channel: 'committed', payload: [allocated.commit, ...returns].map(({ id }) => id).join() })
  const rows: Insert[] = [
    quoteRow(priced.quote),
    ...allocated.rows,
    { into: 'payout_terms', rows: returns },
    { into: 'escrow', rows: [escrow] },
    { into: 'escrow_event', rows: [historyRow(ctx, { escrowId: escrow.id, type: 'created', actor: 'system' }, undefined)] },
    ...(beside?.(created) ?? []),
  ]
  const outboxIds = await announceChange(em, ctx, { announcements, rows, messages: [startEscrow(escrow)] })
  return { created, outboxIds }
}

/** The terms of a refund, and of the excess above the amount: whole and to the depositor, from the same address. An unknown one has none yet. */
function returnTerms({ ctx, addressTerms, parties, createdAt }: EscrowDraft, { address, source }: Commit) {
  if (parties.depositor === null) return []
  const recipients = [{ role: 'depositor' as const, address: parties.depositor }]
  const terms = { ...addressTerms, address, source, recipients, feeBps: 0, createdAt, conditions: addressTerms.conditions ?? null }
  return (['escrow_refund', 'escrow_excess'] as const).map((subject) => ({ ...terms, subject, id: ctx.ids.uuid() }))
}

const escrowOf = ({ ctx, ...draft }: EscrowDraft, { address, source, conditions }: Commit): EscrowEntity => ({
  ...blankEscrow,
  id: draft.addressTerms.subjectId,
  merchantId: draft.business?.merchantId ?? null,
  businessId: draft.business?.id ?? null,
  asset: draft.terms.asset,
  chain: draft.rail.chain,
  address,
  contract: source.kind === 'create2' && conditions?.contract ? { factory: source.factory, terms: conditions.contract } : null,
  amountUnits: draft.priced.amountUnits,
  usdCents: draft.priced.usdCents,
  feeBps: draft.feeBps,
  depositorAddress: draft.parties.depositor,
  beneficiaryAddress: draft.parties.beneficiary,
  arbiterAddress: draft.parties.arbiter,
  metadata: { ...draft.terms.metadata },
  quoteId: draft.priced.quote.id,
  payoutTermsId: draft.addressTerms.id,
  confirmationsRequired: draft.priced.policy.confirmations,
  finalityRequired: draft.priced.policy.finality,
  releaseTokenHash: hashToken(ctx.partyTokenKeys, draft.tokens.releaseToken),
  beneficiaryTokenHash: hashToken(ctx.partyTokenKeys, draft.tokens.beneficiaryToken),
  createdAt: draft.createdAt,
  updatedAt: draft.createdAt,
  expiresAt: draft.addressTerms.expiresAt,
  deadlineAt: draft.addressTerms.expiresAt,
})

const blankEscrow = {
  mode: 'live' as const,
  decision: null,
  state: escrowMachine.initial,
  depositedUnits: 0n,
  depositTxId: null,
  settlementTxId: null,
  disputeReason: null,
  disputeResolution: null,
  eventSequence: 0,
  stateVersion: 1,
  fundedAt: null,
  disputedAt: null,
  releasedAt: null,
  refundedAt: null,
  settledAt: null,
}
