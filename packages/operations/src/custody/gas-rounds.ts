import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { ChainCode } from '@gateway/domain/money/asset'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import { reverseTransfers } from '../ledger/reverse-transfer.ts'

/** A transaction of ours whose gas is booked. */
interface OurTransaction {
  readonly chain: ChainCode
  readonly handle: string
}

const MOST_ROUNDS = 50

/**
 * The name under which a transaction's gas is booked next: the transaction, with a number once a reorganisation has reversed what it was booked with
 * before. What stands in the book keeps its name, so that it is booked once.
 */
export async function gasName(em: Em, { chain, handle }: OurTransaction): Promise<string> {
  const booked = await readBooked(em, { chain, handle })
  const standing = booked.findIndex(({ reversed }) => !reversed)
  return nameOf(handle, standing === -1 ? booked.length : standing)
}

/** Reverses the gas of final transactions whose block is orphaned (ledger L6): in another block it will be another amount. */
export async function reverseGas(em: Em, ctx: Context, orphaned: { chain: ChainCode; height: number; blockHash: string }): Promise<void> {
  const { chain, height, blockHash } = orphaned
  const final = await tables(em)
    .selectFrom('spend_attempt')
    .select('handle')
    .where('chain', '=', chain)
    .where('height', '=', height)
    .where('state', '=', 'final')
    .execute()
  for (const { handle } of final) {
    const standing = (await readBooked(em, { chain, handle })).filter(({ reversed }) => !reversed)
    await reverseTransfers(em, ctx, { kind: 'gas', refs: standing.map(({ ref }) => ref), blockHash })
  }
}

const nameOf = (handle: string, round: number): string => (round === 0 ? handle : `${handle}#${round}`)

/** Everything that a transaction's gas was ever booked as, in order, and whether it still stands. */
async function readBooked(em: Em, { chain, handle }: OurTransaction): Promise<{ ref: string; reversed: boolean }[]> {
  const refs = Array.from({ length: MOST_ROUNDS }, (_, round) => `${chain}:${nameOf(handle, round)}`)
  const { rows } = await sql<{ ref: string; reversed: boolean }>`SELECT gas.ref, EXISTS (SELECT FROM transfer undone
      WHERE undone.kind = 'reversal' AND starts_with(undone.ref, 'gas:' || gas.ref || '@')) AS reversed
    FROM unnest(${refs}::text[]) WITH ORDINALITY AS asked (ref, round) JOIN transfer gas ON gas.kind = 'gas' AND gas.ref = asked.ref
    ORDER BY asked.round`.execute(tables(em))
  return rows
}
