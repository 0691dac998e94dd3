import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { LedgerTransfer, PostingKey, TransferKind } from '@gateway/domain/ledger/entry'
import type { ChainCode } from '@gateway/domain/money/asset'
import { reversed } from '@gateway/domain/ledger/templates'
import type { Context } from '../kernel/context.ts'
import { isPosting } from './is-posting.ts'
import { postTransfers } from './post-transfer.ts'

/** Transfers whose block was orphaned. */
interface Orphaned {
  readonly kind: TransferKind
  /** For transfers that are posted for transactions. */
  readonly chain?: ChainCode
  readonly keys: readonly PostingKey[]
  /** Part of the reversal's key: the same transfer can be orphaned again by another block. */
  readonly blockHash: string
}

/** Posts the opposite of earlier transfers because the block behind them was orphaned (ledger L6). */
export async function reverseTransfers(em: Em, ctx: Pick<Context, 'ids' | 'clock'>, orphaned: Orphaned): Promise<void> {
  if (orphaned.keys.length === 0) return
  const { kind, chain, blockHash } = orphaned
  const reversals = [...(await readPosted(em, orphaned))].flatMap(([id, entries]): LedgerTransfer[] => {
    const [first] = entries
    if (!first) return []
    const { ref, revision, asset, mode } = first
    const posted = entries.map(({ code, owner, amount }) => ({ code, owner, units: amount }))
    return [reversed({ kind, chain: chain ?? null, ref, revision, reverses: null, asset, mode, entries: posted }, { id, blockHash })]
  })
  await postTransfers(em, ctx, reversals)
}

/** The entries of the transfers, by transfer. */
async function readPosted(em: Em, { kind, chain, keys }: Orphaned) {
  const rows = await tables(em)
    .selectFrom('transfer')
    .innerJoin('entry', 'entry.transferId', 'transfer.id')
    .innerJoin('account', 'account.id', 'entry.accountId')
    .select(['transfer.id', 'transfer.ref', 'transfer.revision', 'entry.asset', 'entry.amount'])
    .select(['account.mode', 'account.code', 'account.owner'])
    .where('transfer.kind', '=', kind)
    .where('transfer.chain', 'is not distinct from', chain ?? null)
    .where(isPosting(keys))
    .execute()
  return Map.groupBy(rows, ({ id }) => id)
}
