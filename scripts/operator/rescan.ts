import { addressOwners } from '@gateway/operations/jobs/address-owners'
import { rescanBlocks } from '@gateway/operations/chainwatch/scanner/rescan-blocks'
import type { OperatorContext } from './context.ts'

const HEIGHT = /^\d{1,9}$/

/** Rescans blocks of a chain and prints the recorded deposits. @throws {Error} for a bad range. */
export async function rescan(ctx: OperatorContext, asked: { chain: string; range: readonly string[]; by: string }): Promise<void> {
  const [from = '', to = ''] = asked.range
  if (!HEIGHT.test(from) || !HEIGHT.test(to)) throw new Error('name the first and the last height: rescan BTC 100 120')
  const subjects = addressOwners
  const { blocks, found, known } = await rescanBlocks(ctx, {
    node: ctx.openNode(asked.chain),
    subjects,
    from: Number(from),
    to: Number(to),
    by: asked.by,
  })
  const booked = known > 0 ? ` ${known} were already booked as internal transfers and stay so.` : ''
  console.log(`Read ${blocks} blocks again: ${found} deposits were missing and are recorded.${booked}`)
}
