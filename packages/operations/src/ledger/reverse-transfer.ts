import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { LedgerTransfer, PostingKey, TransferKind } from '@gateway/domain/ledger/entry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { reversed } from '@gateway/domain/ledger/templates'
import type { Context } from '../kernel/context.ts'
import { isPosting } from './is-posting.ts'
import { postTransfers } from './post-transfer.ts'

/**
 * Posts the opposite of earlier transfers because the block behind them was orphaned (ledger L6).
 *
 * @param orphaned.chain - for transfers that are posted for transactions.
 * @param orphaned.blockHash - part of the reversal's key: the same transfer can be orphaned again by another block.
 */
export async function reverseTransfers(
  em: Em,
  ctx: Pick<Context, 'ids' | 'clock'>,
  orphaned: { kind: TransferKind; chain?: ChainCode; keys: readonly PostingKey[]; blockHash: string },
): Promise<void> {
  if (orphaned.keys.length === 0) return
  const rows = await tables(em)
    .selectFrom('transfer')
    .innerJoin('entry', 'entry.transferId', 'transfer.id')
    .innerJoin('account', 'account.id', 'entry.accountId')
    .select([
      'transfer.id',
      'transfer.ref',
      'transfer.revision',
      'entry.asset',
      'entry.amount',
      'account.mode',
      'account.code',
      'account.owner',
    ])
    .where('transfer.kind', '=', orphaned.kind)
    .where('transfer.chain', 'is not distinct from', orphaned.chain ?? null)
    .where(isPosting(orphaned.keys))
    .execute()
  const originals = Map.groupBy(rows, (row) => row.id)
  const reversals = [...originals].flatMap(([id, entries]): LedgerTransfer[] => {
    const first = entries[0]
    if (!first) return []
    const original: LedgerTransfer = {
      kind: orphaned.kind,
      chain: orphaned.chain ?? null,
      ref: first.ref,
      revision: first.revision,
      reverses: null,
      asset: first.asset,
      mode: first.mode,
      entries: entries.map(({ code, owner, amount }) => ({ code, owner, units: amount })),
    }
    return [reversed(original, { id, blockHash: orphaned.blockHash })]
  })
  await postTransfers(em, ctx, reversals)
}
