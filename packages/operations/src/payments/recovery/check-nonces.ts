import type { RecoveryNode } from '@gateway/chains/rail/recovery-node'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Context } from '../../kernel/context.ts'

/** A sentence for each gas payer with a mined nonce that is not taken: its next transaction would be rejected for ever. */
export async function checkNonces(ctx: Context, node: RecoveryNode): Promise<string[]> {
  const em = ctx.orm.em.fork()
  const problems: string[] = []
  for (const sender of await findSenders(em, node)) {
    const mined = (await node.countSent?.(sender))?.mined ?? 0n
    if ((await findLastTaken(em, { node, sender })) < mined - 1n)
      problems.push(`Transaction ${mined - 1n} of ${sender} is in a block that was not scanned`)
  }
  return problems
}

/** True while a transaction of a gas payer is pending that the database does not know. */
export async function isNonceWaiting(em: Em, node: RecoveryNode): Promise<boolean> {
  for (const sender of await findSenders(em, node)) {
    const sent = await node.countSent?.(sender)
    if (sent && sent.known > sent.mined && (await findLastTaken(em, { node, sender })) < sent.known - 1n) return true
  }
  return false
}

/** Accounts of the gateway with nonces, as watch keys. */
async function findSenders(em: Em, { rail, countSent }: RecoveryNode): Promise<string[]> {
  if (!countSent) return []
  const rows = await tables(em)
    .selectFrom('watched_address')
    .select('address')
    .where('chain', '=', rail.chain)
    .where('subject', '=', 'treasury')
    .execute()
  return rows.map((row) => row.address)
}

/** The highest taken nonce of a sender; −1 when there is none. */
async function findLastTaken(em: Em, { node, sender }: { node: RecoveryNode; sender: string }): Promise<bigint> {
  const taken = await tables(em)
    .selectFrom('nonce_slot')
    .select(({ fn }) => fn.max('nonce').as('last'))
    .where('chain', '=', node.rail.chain)
    .where('sender', '=', sender)
    .executeTakeFirst()
  return BigInt(taken?.last ?? -1n)
}
