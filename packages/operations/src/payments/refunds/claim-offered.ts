import type { Em } from '@gateway/db/orm'
import { assetOf } from '@gateway/domain/money/asset'
import { type Decimal, findUnits, formatUnits } from '@gateway/domain/money/decimal'
import { InvalidAmount } from '@gateway/domain/payments/errors'
import { writeAuditEntry } from '../../accounts/audit/write-audit-entry.ts'
import type { Context } from '../../kernel/context.ts'
import { usableAfter } from './claim-refund.ts'
import { commitRefund } from './shared/commit-refund.ts'
import type { OfferedRefund } from './shared/offer-within.ts'
import type { RefundedObject } from './shared/refunded-object.ts'

/** An address that the merchant names for a refund it has just offered. */
interface Claimed {
  readonly object: RefundedObject
  readonly offered: OfferedRefund
  readonly address: string
  readonly by: string
  readonly holdHours: number
}

/** Claims an offered refund to the address that the merchant names, in the transaction of the offer; it is paid after the same hold as a payer's. */
export async function claimOffered(em: Em, ctx: Context, { object, offered, address, by, holdHours }: Claimed): Promise<void> {
  const usableAt = usableAfter(ctx, holdHours)
  await commitRefund(em, ctx, { back: { id: offered.id, offerEndsAt: offered.endsAt }, object, address, usableAt })
  const details = { return: offered.id, address, usableAt: usableAt.toISOString() }
  await writeAuditEntry(em, ctx, { actor: by, action: 'return.claim', subjectId: object.id, details })
}

/** Held money goes back whole. @throws {InvalidAmount} when the merchant expects another amount. */
export function requireExpected({ amount, asset }: OfferedRefund, expected: Decimal | undefined): void {
  if (expected === undefined) return
  const { decimals } = assetOf(asset)
  if (findUnits(formatUnits(expected.digits, expected.scale), decimals) !== findUnits(amount, decimals))
    throw new InvalidAmount(`is ${amount} ${asset}: held money goes back whole`)
}
