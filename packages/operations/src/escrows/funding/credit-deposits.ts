import type { DepositEntity } from '@gateway/db/chainwatch/deposit.entity'
import type { EscrowEntity } from '@gateway/db/escrows/escrow.entity'
import type { Em } from '@gateway/db/orm'
import type { ChainView } from '@gateway/domain/chainwatch/deposit'
import type { HeldAccount } from '@gateway/domain/ledger/entry'
import { hasRequiredConfirmations } from '@gateway/domain/payments/assessment'
import { postCredits } from '../../chainwatch/deposits/post-credits.ts'
import { awaitMaturity } from '../../chainwatch/deposits/read-deposits.ts'
import { repostLegs } from '../../custody/payouts/repost-legs.ts'
import type { Context } from '../../kernel/context.ts'
import { holdingOf } from '../escrow-holding.ts'

/** An escrow with all its deposits. */
export interface Funded {
  readonly escrow: EscrowEntity
  readonly deposits: readonly DepositEntity[]
}

/**
 * Credits every confirmed deposit of a served asset, whatever the escrow's state, so that no arrived money is outside the ledger: what may fund it
 * (L7), or what belongs to its depositor anyway (L15). Each inclusion is credited once.
 */
export async function creditDeposits(
  em: Em,
  ctx: Context,
  { funded, view }: { funded: readonly Funded[]; view: ChainView },
): Promise<void> {
  const waiting = funded.flatMap(({ escrow, deposits }) => deposits.filter(isWaiting).map((deposit) => ({ escrow, deposit })))
  await awaitMaturity(
    em,
    waiting.map(({ escrow, deposit }) => ({ id: deposit.id, maturesAt: (deposit.height ?? 0) + escrow.confirmationsRequired - 1 })),
  )
  const mature = waiting.filter(
    ({ escrow, deposit }) =>
      deposit.creditRevision === null && deposit.height !== null && hasRequiredConfirmations(escrow, deposit.height, view),
  )
  await postCredits(
    em,
    ctx,
    mature.map(({ escrow, deposit }) => ({
      deposit,
      holding: holdingOf(escrow, deposit.asset ?? escrow.asset),
      heldIn: heldAccountOf(escrow, deposit),
    })),
  )
  const blockOf = new Map(mature.map(({ escrow, deposit }) => [escrow.id, deposit.blockHash]))
  await repostLegs(
    em,
    ctx,
    funded.flatMap(({ escrow, deposits }) => {
      const blockHash = blockOf.get(escrow.id)
      return blockHash ? deposits.flatMap(({ intentId }) => (intentId === null ? [] : [{ intentId, blockHash }])) : []
    }),
  )
}

/** Money funds an escrow only while it waits for it; deposits of its payouts stay what they were after a reorganisation. */
function heldAccountOf({ state, asset }: EscrowEntity, deposit: DepositEntity): HeldAccount {
  if (deposit.asset !== asset) return 'suspense:wrong_asset'
  return state === 'created' || deposit.intentId !== null ? 'escrow:held' : 'suspense:excess'
}

const isWaiting = (deposit: DepositEntity): boolean =>
  deposit.asset !== null && deposit.state === 'included' && (deposit.creditRevision === null || deposit.maturesAt === null)
