import { balanceOf, chainOf, type PayableAsset } from '@gateway/scripts/pay/rails'
import { eventually } from '@gateway/testing/wait'
import { mine, type Story } from './story.ts'

const BOOKS = `SELECT count(*) FILTER (WHERE state IN ('signed', 'broadcast'))::int AS moving,
  coalesce(sum(fee_units) FILTER (WHERE state = 'final'), 0)::text AS fees FROM spend_intent WHERE asset = $1`

/**
 * What the platform's address has beyond the fees of final payouts, in base units; mines until no payout is on its way. Payments of other files of the
 * process pay the same address, so a test compares two readings.
 */
export async function platformBeyondBooks(story: Story, asset: PayableAsset): Promise<bigint> {
  const address = story.around.platformAddresses[chainOf(asset)]
  const { beyond } = await eventually(`every payout of ${asset} to be final`, async () => {
    const before = await readBooks(story, asset)
    const units = await balanceOf(story.chains, asset, address)
    const after = await readBooks(story, asset)
    if (before.moving === 0 && after.moving === 0 && before.fees === after.fees) return { beyond: units - BigInt(after.fees) }
    await mine(story, chainOf(asset), 1)
    return undefined
  })
  return beyond
}

async function readBooks({ sql }: Story, asset: PayableAsset): Promise<{ moving: number; fees: string }> {
  const { rows } = await sql.query<{ moving: number; fees: string }>(BOOKS, [asset])
  return rows[0] ?? { moving: 0, fees: '0' }
}
