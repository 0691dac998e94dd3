import { listChained, pageOfHeads } from '@gateway/db/identity/chain-queries'
import type { ReceiptHeadEntity } from '@gateway/db/identity/receipt-head.entity'
import type { Em } from '@gateway/db/orm'
import type { Did } from '@gateway/domain/identity/did'
import { baseOf } from '@gateway/domain/identity/receipt-chain'
import { hundredthsOf } from '../judging/hundredths-of.ts'
import { digestOf } from './chain-receipts.ts'

/** A DID whose receipts are not those that were written. */
export interface AlteredChain {
  readonly did: Did
  readonly problem: 'a receipt was changed or removed' | 'a receipt has another weight' | 'its end is missing'
}

const HEADS_AT_ONCE = 500
const RECEIPTS_AT_ONCE = 500

/** DIDs whose receipts do not follow from each other up to the end of their chain, or weigh something else than what they say. */
export async function findAlteredChains(em: Em): Promise<AlteredChain[]> {
  const altered: AlteredChain[] = []
  for (let after: Did | '' = ''; ;) {
    const heads: ReceiptHeadEntity[] = await pageOfHeads(em, { after, limit: HEADS_AT_ONCE })
    for (const head of heads) {
      const problem = await findProblem(em, head)
      if (problem) altered.push({ did: head.did, problem })
    }
    const last = heads.at(-1)
    if (!last || heads.length < HEADS_AT_ONCE) return altered
    after = last.did
  }
}

async function findProblem(em: Em, { did, length, digest }: ReceiptHeadEntity): Promise<AlteredChain['problem'] | undefined> {
  let previousDigest: Uint8Array | null = null
  for (let sequence = 0n; sequence < BigInt(length);) {
    const receipts = await listChained(em, { did, after: sequence, limit: RECEIPTS_AT_ONCE })
    if (receipts.length === 0) return 'its end is missing'
    for (const receipt of receipts) {
      sequence += 1n
      const expected = digestOf(receipt, { sequence, previousDigest })
      if (BigInt(receipt.sequence ?? 0n) !== sequence || !expected.equals(receipt.digest ?? Buffer.alloc(0))) return 'a receipt was changed or removed'
      if (receipt.weightHundredths !== hundredthsOf(baseOf(receipt))) return 'a receipt has another weight'
      previousDigest = expected
    }
  }
  const isEnd = digest === null ? previousDigest === null : previousDigest !== null && Buffer.from(digest).equals(previousDigest)
  return isEnd ? undefined : 'its end is missing'
}
