import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { mayNameAddress } from '@gateway/domain/escrows/actions'
import type { EscrowRole } from '@gateway/domain/escrows/escrow'
import { timingSafeEqual } from 'node:crypto'
import { hashToken, type PartyTokenKeys } from '../../custody/evidence/party-tokens.ts'

/** How long after its end an escrow's tokens can still read it. */
const READABLE_MS = 30 * 24 * 60 * 60 * 1_000

/** The party whose token this is; both are compared in full, in constant time. */
export function recognizeParty(
  keys: PartyTokenKeys,
  escrow: Pick<EscrowEntity, 'releaseTokenHash' | 'beneficiaryTokenHash'>,
  token: string,
): EscrowRole | undefined {
  const given = hashToken(keys, token)
  const [isDepositor, isBeneficiary] = [escrow.releaseTokenHash, escrow.beneficiaryTokenHash].map((stored) =>
    timingSafeEqual(given, Buffer.from(stored)),
  )
  if (isDepositor) return 'depositor'
  return isBeneficiary ? 'beneficiary' : undefined
}

const ends = ['settled', 'refunded', 'expired'] as const

type Ended = Pick<
  EscrowEntity,
  'state' | 'settledAt' | 'refundedAt' | 'expiresAt' | 'depositorAddress' | 'depositedUnits' | 'amountUnits' | 'payoutTermsId'
>

/**
 * True when an escrow has been over for so long that its tokens are refused. One whose money waits for the address of its depositor is not over: only
 * the token can name it.
 */
export function areTokensRefused(escrow: Ended, now: Date): boolean {
  if (!ends.some((end) => end === escrow.state)) return false
  if (escrow.depositedUnits > 0n && mayNameAddress(escrow, { role: 'depositor', now })) return false
  const endedAt = escrow.settledAt ?? escrow.refundedAt ?? escrow.expiresAt
  return now.getTime() - endedAt.getTime() > READABLE_MS
}
