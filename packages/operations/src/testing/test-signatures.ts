import { spendProblems } from '@gateway/chains/bitcoin/test-spend-problems'
import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'
import { attemptsOf } from './test-chain.ts'

/** What an independent implementation finds wrong with the Bitcoin transactions that the signer has stored. */
export async function wrongSignatures(ctx: Context): Promise<string[]> {
  const deposits = await tables(ctx.orm.em.fork())
    .selectFrom('deposit')
    .select(['ref', 'address', 'units'])
    .where('chain', '=', 'BTC')
    .execute()
  const spent = new Map(deposits.map(({ ref, ...output }) => [ref, output]))
  // What a test says that somebody else has signed has its id for bytes.
  const signed = (await attemptsOf(ctx)).filter(({ chain, raw, handle }) => chain === 'BTC' && raw.toString('hex') !== handle)
  return signed.flatMap(({ raw, handle }) => spendProblems({ raw, txId: handle }, spent).map((problem) => `signed ${handle}: ${problem}`))
}
