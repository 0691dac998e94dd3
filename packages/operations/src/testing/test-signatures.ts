import { spendProblems } from '@gateway/chains/bitcoin/test-spend-problems'
import { tables } from '@gateway/db/tables'
import type { Context } from '../kernel/context.ts'
import { attemptsOf } from './test-chain.ts'

/** The problems that an independent implementation finds in the stored Bitcoin transactions. */
export async function wrongSignatures(ctx: Context): Promise<string[]> {
  const deposits = await tables(ctx.orm.em.fork())
    .selectFrom('deposit')
    .select(['ref', 'address', 'units'])
    .where('chain', '=', 'BTC')
    .execute()
  const spent = new Map(deposits.map(({ ref, ...output }) => [ref, output]))
  // A test stores a third party's transaction with its id as bytes.
  const signed = (await attemptsOf(ctx)).filter(({ chain, raw, handle }) => chain === 'BTC' && raw.toString('hex') !== handle)
  return signed.flatMap(({ raw, handle }) => spendProblems({ raw, txId: handle }, spent).map((problem) => `signed ${handle}: ${problem}`))
}
