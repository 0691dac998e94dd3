import { bookQueries } from './book-queries.ts'
import { type Asset, chainOf, depositsOf, readLines } from './case.ts'
import { type Check, type Evidence, lineOf, rowsOf } from './judgement.ts'
import { total } from './money.ts'
import { unsupportedOn } from './unsupported.ts'

/** One check of the ledger during the run. */
export interface Look {
  readonly at: string
  /** Sentences that did not hold, with the rows. */
  readonly broken: readonly { readonly id: string; readonly row: object }[]
}

/** C4: the ledger has no violation, now and at every check during the run, and matches the chains. */
export const books: Check = {
  id: 'C4',
  sentence: 'the invariants of the ledger hold, during the run too, and its balances are those of the chains',
  find: async (evidence) => {
    const looks = readLines<Look>(evidence.judged.watcherLog)
    const broken = looks.flatMap(({ at, broken: hits }) => hits.map((hit) => lineOf({ at, ...hit })))
    if (looks.length === 0) broken.push('the ledger was never checked during the run')
    for (const { id, sentence, sql } of bookQueries)
      broken.push(...(await rowsOf<object>(evidence, sql)).map((row) => lineOf({ id, sentence, row })))
    broken.push(...(await wrongCustody(evidence)))
    return { figure: `${bookQueries.length + 1} sentences, ${looks.length} looks`, broken }
  },
}

/** I7: the ledger's on-chain balances equal those of the chains, to the last unit. */
async function wrongCustody(evidence: Evidence): Promise<string[]> {
  const { judged, money } = evidence
  const query = `SELECT asset, -sum(bal) AS booked FROM account WHERE code LIKE 'chain:%' GROUP BY asset`
  const booked = await rowsOf<{ asset: Asset; booked: string }>(evidence, query)
  const findings = await Promise.all(
    booked.map(async ({ asset, booked: units }) => {
      const own = depositsOf(judged).filter((deposit) => deposit.asset === asset)
      const unsupported = asset === chainOf(asset) ? [] : unsupportedOn(chainOf(asset), judged.orders)
      const unsupportedUnits = await Promise.all(unsupported.map(({ address }) => money.balanceOf(asset, address)))
      const deposits = total([...own.map((deposit) => money.at(deposit).left), ...unsupportedUnits])
      const platform = await money.balanceOf(asset, judged.platform[chainOf(asset)])
      const { gasPayer: payer } = judged.nodes[chainOf(asset)]
      const gasPayer = payer === undefined ? 0n : await money.balanceOf(asset, payer)
      return { asset, booked: units, lies: deposits + platform + gasPayer, deposits, platform, gasPayer }
    }),
  )
  return findings.flatMap((one) => (BigInt(one.booked) === one.lies ? [] : [lineOf({ id: 'I7', ...one })]))
}
