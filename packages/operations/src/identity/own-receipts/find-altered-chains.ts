import { listChained, pageOfHeads } from '@gateway/db/identity/receipts/chain-queries'
import type { ReceiptHeadEntity } from '@gateway/db/identity/receipts/receipt-head.entity'
import type { ReceiptEntity } from '@gateway/db/identity/receipt.entity'
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

/** A place in a chain up to which it is whole. */
interface Followed {
  readonly sequence: bigint
  readonly digest: Uint8Array | null
}

async function findProblem(em: Em, { did, length, digest }: ReceiptHeadEntity): Promise<AlteredChain['problem'] | undefined> {
  let followed: Followed = { sequence: 0n, digest: null }
  while (followed.sequence < BigInt(length)) {
    const receipts = await listChained(em, { did, after: followed.sequence, limit: RECEIPTS_AT_ONCE })
    if (receipts.length === 0) return 'its end is missing'
    for (const receipt of receipts) {
      const next = follow(receipt, followed)
      if (typeof next === 'string') return next
      followed = next
    }
  }
  return isSame(followed.digest, digest) ? undefined : 'its end is missing'
}

function follow(receipt: ReceiptEntity, before: Followed): Followed | AlteredChain['problem'] {
  const sequence = before.sequence + 1n
  const digest = digestOf(receipt, { sequence, previousDigest: before.digest })
  if (BigInt(receipt.sequence ?? 0n) !== sequence || !isSame(digest, receipt.digest)) return 'a receipt was changed or removed'
  return receipt.weightHundredths === hundredthsOf(baseOf(receipt)) ? { sequence, digest } : 'a receipt has another weight'
}

const isSame = (one: Uint8Array | null, other: Uint8Array | null): boolean => Buffer.compare(one ?? NOTHING, other ?? NOTHING) === 0
const NOTHING = new Uint8Array()
