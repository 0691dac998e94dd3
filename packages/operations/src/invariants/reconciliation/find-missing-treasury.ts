import type { Place, ReconciliationNode } from '@gateway/chains/reconciliation'
import { findPauseScope } from '@gateway/domain/custody/pause'
import type { Em } from '@gateway/db/orm'
import type { Missing } from './find-missing-deposits.ts'

/** The amount of an asset that the platform’s own addresses of a chain must hold together. */
interface Treasury {
  readonly chain: string
  readonly asset: string
  readonly addresses: readonly string[]
  readonly units: string
  readonly height: number
}

// Only funding, gas and treasury transfers are posted against the platform's cost (L5), so its balance is the expected balance of these addresses;
// fees of payouts are elsewhere. Gas of a mined transaction is spent before it is final and posted. A database that is being recovered does not know
// all transactions.
const TREASURIES = `SELECT own.chain, held.asset, own.addresses, (cost.bal - coalesce(mined.units, 0))::text AS units, cursor.height
  FROM (SELECT chain, array_agg(address ORDER BY address) AS addresses FROM watched_address WHERE subject = 'treasury' GROUP BY chain) AS own
  JOIN chain_cursor cursor ON cursor.chain = own.chain
  JOIN account held ON held.code = 'chain:treasury' AND held.owner = own.chain AND held.mode = 'live'
  JOIN account cost ON cost.code = 'platform:cost' AND cost.asset = held.asset AND cost.mode = 'live'
  CROSS JOIN LATERAL (SELECT sum(fee) AS units FROM spend_attempt attempt WHERE attempt.chain = own.chain AND held.asset = own.chain
    AND attempt.state IN ('signed', 'broadcast') AND attempt.height IS NOT NULL
    AND NOT EXISTS (SELECT FROM transfer gas WHERE gas.kind = 'gas'
      AND gas.chain = attempt.chain AND gas.ref = attempt.handle AND gas.revision = attempt.posting)) AS mined
  WHERE NOT EXISTS (SELECT FROM recovery WHERE recovered_at IS NULL)`

/**
 * Asks the nodes whether the gas money is there: funding of the platform’s own addresses less the gas of the gateway's transactions. A surplus came
 * from unseen internal transfers and is not a violation.
 *
 * @returns the treasuries with too little, and how many were checked; chains without a node are skipped.
 * @throws {ChainUnavailable} when a node does not answer.
 */
export async function findMissingTreasury(em: Em, nodes: readonly ReconciliationNode[]): Promise<{ missing: Missing[]; asked: number }> {
  const missing: Missing[] = []
  let asked = 0
  for (const treasury of await em.execute<Treasury[]>(TREASURIES)) {
    const found = await nodes.find(({ chain }) => chain === treasury.chain)?.readUnits(placesOf(treasury))
    if (!found || found.includes(undefined)) continue
    asked += 1
    const lies = found.reduce<bigint>((sum, units) => sum + (units ?? 0n), 0n)
    const { chain, asset, addresses, units, height } = treasury
    const scope = findPauseScope(`asset:${asset}`) ?? 'global'
    const place = { chain, asset, address: addresses.join(' '), ref: '', units, height }
    if (lies < BigInt(units)) missing.push({ ...place, name: `treasury ${chain}`, scope, found: String(lies) })
  }
  return { missing, asked }
}

const placesOf = ({ chain, asset, addresses, height }: Treasury): Place[] =>
  addresses.map((address) => ({ chain, asset, address, height, ref: '', units: '0' }))
