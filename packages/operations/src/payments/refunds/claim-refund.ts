import type { RefundEntity } from '@gateway/db/payments/refund.entity'
import { lockRefunds } from '@gateway/db/payments/refund-queries'
import type { Em } from '@gateway/db/orm'
import { InvalidState } from '@gateway/domain/kernel/error'
import { findMove } from '@gateway/domain/kernel/machine'
import { returnMachine } from '@gateway/domain/payments/refund'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { AddressContext } from '../../businesses/wallets/check-address.ts'
import type { Context } from '../../kernel/context.ts'
import { transaction } from '../../kernel/transaction.ts'
import { commitRefund } from './shared/commit-refund.ts'
import { getRefund } from './get-refund.ts'
import { readRefundAddress } from './refund-address.ts'
import { findByLink, requireLink } from './shared/refund-link.ts'
import { findRefunded, type RefundOwners } from './shared/refunded-object.ts'

/** A claim of a refund by its link. */
interface Claim {
  readonly token: string
  readonly address: string
  /** The refund hold, 0 to 72; the signer keeps its own count. */
  readonly holdHours: number
  /** The payer by the page, or an operator in the payer's name. */
  readonly by: 'payer' | `operator:${string}`
}

/** The answer to the payer. */
export interface ClaimedRefund {
  readonly address: string
  /** The earliest time of the payout. */
  readonly usableAt: Date
}

const HOUR_MS = 60 * 60 * 1_000

/** When a payout to an address that is claimed now may leave, by the clock of this process. */
export const usableAfter = ({ clock }: Pick<Context, 'clock'>, holdHours: number): Date =>
  new Date(clock.now().getTime() + holdHours * HOUR_MS)

/**
 * Freezes the payer's address as the payout terms of an offered refund. The terms are insert-only and become usable after the refund hold, in which
 * merchant and operator can withdraw it. The same address again gets the same answer.
 *
 * @throws {NotFound} alike for a link that is unknown, expired or withdrawn.
 * @throws {InvalidAddress} unless it is a wallet outside the gateway; @throws {AddressUnchecked}: the link stays as it was.
 * @throws {InvalidState} when another address was claimed before, or the payment has completed.
 */
export async function claimRefund(ctx: AddressContext & Context, owners: RefundOwners, claim: Claim): Promise<ClaimedRefund> {
  const address = await readClaimed(ctx, owners, claim)
  return transaction(ctx, async (em) => {
    const back = await lockByLink(em, ctx, claim)
    const object = await findRefunded(em, owners, back)
    if (back.usableAt !== null) return repeatedly(back, address, back.usableAt)
    if (!findMove(returnMachine, back.state, 'claim') || !object.isOver) throw new InvalidState(object.state, 'name an address')
    const usableAt = usableAfter(ctx, claim.holdHours)
    await commitRefund(em, ctx, { back, object, address, usableAt })
    const details = { return: back.id, address, usableAt: usableAt.toISOString() }
    await writeAuditEntry(em, ctx, { actor: claim.by, action: 'return.claim', subjectId: object.id, details })
    return { address, usableAt }
  })
}

/** Before anything is locked: the chain may take its time to answer. */
async function readClaimed(ctx: AddressContext & Context, owners: RefundOwners, claim: Claim): Promise<string> {
  const { asset } = await getRefund(ctx, owners, claim)
  return readRefundAddress(ctx, { asset, text: claim.address })
}

/** Locked, and checked again: it may have changed before the lock. */
async function lockByLink(em: Em, ctx: Context, { token }: Claim): Promise<RefundEntity> {
  const link = { token, now: ctx.clock.now() }
  const [back] = await lockRefunds(em, [(await findByLink(em, link)).id])
  return requireLink(back, link)
}

function repeatedly(back: RefundEntity, address: string, usableAt: Date): ClaimedRefund {
  if (back.address !== address) throw new InvalidState(back.state, 'name another address')
  return { address, usableAt }
}
