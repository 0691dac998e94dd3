import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import { lockEscrows } from '@gateway/db/escrows/queries'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import { assetOf } from '@gateway/domain/money/asset'
import { formatUnits } from '@gateway/domain/money/decimal'
import { sumUnits } from '@gateway/domain/money/units'
import { readDeposits } from '../../chainwatch/deposits/read-deposits.ts'
import type { Context } from '../../kernel/context.ts'
import { advanceEscrows, type EscrowAdvance } from '../lifecycle/advance-escrows.ts'
import { planPayouts } from '../settlement/plan-payouts.ts'
import { creditDeposits, type Funded } from '../funding/credit-deposits.ts'
import { fundingDeposits } from '../funding/needed-deposits.ts'

/** Changed deposits of escrows. */
interface Change {
  readonly ids: readonly string[]
  readonly view: ChainView
}

/**
 * Assesses escrows by everything known of their deposits: credits confirmed deposits, funds escrows whose amount is there, and plans the return of
 * deposits to one that is decided or over. All within the scanner's transaction; repeated facts change nothing.
 */
export async function assessEscrows(em: Em, ctx: Context, { ids, view }: Change): Promise<void> {
  const escrows = await lockEscrows(em, ids)
  const byEscrow = Map.groupBy(await readDeposits(em, 'escrow', ids), ({ subjectId }) => subjectId)
  const funded = escrows.map((escrow) => ({ escrow, deposits: byEscrow.get(escrow.id) ?? [] }))
  await creditDeposits(em, ctx, { funded, view })
  await advanceEscrows(
    em,
    ctx,
    funded.map((one) => assess(ctx, one)),
  )
  for (const one of funded) await planPayouts(em, ctx, one)
}

function assess(ctx: Context, { escrow, deposits }: Funded): EscrowAdvance {
  const live = deposits.filter(({ asset, state }) => asset === escrow.asset && state !== 'gone')
  const before = escrow.depositedUnits
  escrow.depositedUnits = sumUnits(live)
  escrow.depositTxId = firstOf(live)?.txId ?? null
  const seen = escrow.depositedUnits > before ? [detected(escrow)] : []
  return { escrow, actor: 'system', before: seen, input: isFunded(ctx, { escrow, deposits }) ? 'fund' : undefined }
}

/** The whole amount is final, in deposits that one transaction can pay out. */
function isFunded({ rails }: Context, { escrow, deposits }: Funded): boolean {
  return fundingDeposits(rails.get(escrow.chain), escrow, deposits.filter(mayFund)) !== undefined
}

/** True of a credited deposit that the amount is made of. */
const mayFund = ({ creditRevision, heldIn }: DepositEntity): boolean => creditRevision !== null && heldIn === 'escrow:held'

const firstOf = (deposits: readonly DepositEntity[]): DepositEntity | undefined =>
  deposits.toSorted((a, b) => a.arrivedAt.getTime() - b.arrivedAt.getTime())[0]

const detected = ({ id, asset, depositedUnits }: EscrowEntity) => ({
  escrowId: id,
  type: 'deposit_detected' as const,
  actor: 'depositor' as const,
  details: { deposited: formatUnits(depositedUnits, assetOf(asset).decimals) },
})
