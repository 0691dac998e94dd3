import type { Bench, SectionText } from '../section.ts'
import { blockOf } from '../watching/one-block.ts'
import { readBlock } from '../watching/read-block.ts'
import { compareSizes, ROUNDS, type Size } from './compare-sizes.ts'
import { OF_A_SHOP } from './fill-shops.ts'
import { type Work, works } from './work.ts'
import { sized } from '../sized.ts'

/** Each business is at the monthly quota of the larger plan. */
const SIZES: readonly [Size, Size] = [
  { shown: '10⁴', payments: sized(10_000, 1_000), ofAShop: OF_A_SHOP },
  { shown: '10⁶', payments: sized(1_000_000, 2_000), ofAShop: OF_A_SHOP },
]
const OURS = 500

const text: SectionText = {
  title: 'A million open payments',
  intro:
    'The operations of the gateway, without HTTP, on a database with 10⁴ open payments and on one with 10⁶, in businesses of 10⁴ each, which is the monthly quota of the larger plan; ' +
    `in turns of ${ROUNDS} rounds, medians. A list is of one business and counts its matches, so its time follows the payments of that business. Pages are the 8 KiB pages that Postgres read, which load of other programs does not change. ` +
    'This part runs by name or with `--all`, because filling takes minutes.',
  aims: [{ text: 'at most 1.5 ×', column: 'ratio', max: 1.5 }],
}

/** The cost of operations at ten thousand and at a million open payments, each on a Postgres of its own, taking turns. */
export const million: Bench = {
  sections: [text],
  measure: async (log) => [await compareSizes(log, { name: 'million', sizes: SIZES, works: [...works, ...blocks()] })],
}

/** The scanner’s work for a block of 5 000 transfers, from a block in memory to the commit. */
function blocks(): Work[] {
  return [0, OURS].map((ours) => ({
    name: `scanner, a block of 5 000 transfers, ${ours} to us`,
    times: 1,
    run: (ctx, round) => readBlock(ctx, (head) => blockOf({ ...head, first: 1 + round * OURS, ours })),
  }))
}
