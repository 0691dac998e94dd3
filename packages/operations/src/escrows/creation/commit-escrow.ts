import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Insert } from '@gateway/db/kernel/insert-together'
import type { Em } from '@gateway/db/orm'
import { escrowMachine } from '@gateway/domain/escrows/machine'
import type { Commit } from '@gateway/domain/custody/intent'
import { hashToken } from '../../custody/evidence/party-tokens.ts'
import { announceChange } from '../../events/publish-events.ts'
import type { ApiContext } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { quoteRow } from '../../rates/quote-price.ts'
import { announceEscrow } from '../lifecycle/announce-escrow.ts'
import { historyRow } from '../lifecycle/record-history.ts'
import { startEscrow } from '../lifecycle/workflow-messages.ts'
import { allocatePlace, contractOf, hasAddress } from './allocate-place.ts'
import type { EscrowDraft } from './draft-escrow.ts'
import type { Keep } from '../../idempotency/idempotency-keys.ts'

/** A new escrow with its secrets, which are answered once. */
export interface CreatedEscrow<Row extends EscrowEntity = EscrowEntity> {
  readonly escrow: Row
  readonly tokens: EscrowDraft['tokens']
}

/** An escrow that can be paid. */
export type PlacedEscrow = EscrowEntity & { readonly address: string; readonly payoutTermsId: string }

/**
 * Commits an escrow in one transaction: quote, address with the terms of each of its outcomes, row, history, event, and the message that starts its
 * workflow.
 *
 * @throws {AddressUnavailable}
 */
export async function commitEscrow(
  ctx: Pick<ApiContext, 'orm' | 'ids' | 'failpoint' | 'tryNow'>,
  draft: EscrowDraft,
  keep: Keep<CreatedEscrow<PlacedEscrow>> | undefined,
): Promise<CreatedEscrow<PlacedEscrow>> {
  const { created, outboxIds } = await transaction(ctx, async (em) => {
    const written = await writeEscrow(em, draft, keep && ((created) => [keep(placed(created))]))
    await ctx.failpoint('beforeCreateCommit')
    return written
  })
  await ctx.failpoint('afterCreateCommit')
  ctx.tryNow(outboxIds)
  return placed(created)
}

function placed({ escrow, tokens }: CreatedEscrow): CreatedEscrow<PlacedEscrow> {
  const { address, payoutTermsId } = escrow
  if (address === null || payoutTermsId === null) throw new Error(`escrow ${escrow.id} was created without an address`)
  return { escrow: Object.assign(escrow, { address, payoutTermsId }), tokens }
}

/**
 * Writes an escrow in the caller's transaction, with the rows that `beside` adds to it. One whose contract commits to a depositor that is not known yet
 * has no address and no terms, until `openContract`.
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
  const place = hasAddress(draft) ? await allocatePlace(em, draft) : undefined
  const escrow = escrowOf(draft, place?.commit)
  const announcements = announceEscrow(escrow, escrowMachine.opens)
  const created = { escrow, tokens }
  const rows: Insert[] = [
    quoteRow(priced.quote),
    ...(place?.rows ?? []),
    { into: 'escrow', rows: [escrow] },
    { into: 'escrow_event', rows: [historyRow(ctx, { escrowId: escrow.id, type: 'created', actor: 'system' }, undefined)] },
    ...(beside?.(created) ?? []),
  ]
  const outboxIds = await announceChange(em, ctx, { announcements, rows, messages: [startEscrow(escrow)] })
  return { created, outboxIds }
}

const escrowOf = ({ ctx, ...draft }: EscrowDraft, commit: Commit | undefined): EscrowEntity => ({
  ...blankEscrow,
  id: draft.addressTerms.subjectId,
  merchantId: draft.business?.merchantId ?? null,
  businessId: draft.business?.id ?? null,
  asset: draft.terms.asset,
  chain: draft.rail.chain,
  address: commit?.address ?? null,
  contract: commit ? contractOf(commit) : null,
  amountUnits: draft.priced.amountUnits,
  usdCents: draft.priced.usdCents,
  feeBps: draft.feeBps,
  depositorAddress: draft.parties.depositor,
  beneficiaryAddress: draft.parties.beneficiary,
  arbiterAddress: draft.parties.arbiter,
  metadata: { ...draft.terms.metadata },
  quoteId: draft.priced.quote.id,
  payoutTermsId: commit?.id ?? null,
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
