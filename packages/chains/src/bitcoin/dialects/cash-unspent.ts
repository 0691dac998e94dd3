import { cashAddressToLockingBytecode } from '@bitauth/libauth'
import { hex } from '@scure/base'
import { z } from 'zod'
import { ask, findEach, isNotFound } from '../rpc/ask.ts'
import type { BitcoinRpc } from '../rpc/rpc.ts'
import { AddressHistory } from '../rpc/shapes.ts'
import { isCoinbase, outpoint, RawTransaction } from '../transaction.ts'
import type { FoundOutput, UnspentSet } from './dialect.ts'
import { scanUnspent } from './scan-unspent.ts'

/** Bitcoin Cash Node scans its unspent set; bchd cannot, and has an index by address instead (`--addrindex`). */
export async function findCashUnspent(rpc: BitcoinRpc, addresses: readonly string[]): Promise<UnspentSet> {
  const [answer] = await rpc.send([{ method: 'scantxoutset', params: ['status'] }])
  const isUnknown = answer && 'refusal' in answer && answer.refusal.code === UNKNOWN_METHOD
  return isUnknown ? readIndex(rpc, addresses) : scanUnspent(rpc, addresses)
}

const UNKNOWN_METHOD = -32_601
/** Transactions per call. */
const PAGE = 1_000

async function readIndex(rpc: BitcoinRpc, addresses: readonly string[]): Promise<UnspentSet> {
  const height = await ask(rpc, { method: 'getblockcount', params: [], shape: z.int().nonnegative() })
  const outputs: FoundOutput[] = []
  for (const address of addresses) outputs.push(...unspentOf({ address, height, history: await readHistory(rpc, address) }))
  return { height, outputs }
}

type History = z.infer<typeof AddressHistory>

async function readHistory(rpc: BitcoinRpc, address: string): Promise<History> {
  const history: History = []
  for (let page: History = [], skipped = 0; skipped === 0 || page.length === PAGE; skipped += PAGE) {
    const paramSets = [[address, 1, skipped, PAGE]]
    const [found = []] = await findEach(rpc, { method: 'searchrawtransactions', paramSets, shape: AddressHistory, absent: isNotFound })
    page = found
    history.push(...page)
  }
  return history
}

/** What spends an output of an address is in the history of that address too. */
function unspentOf({ address, height, history }: { address: string; height: number; history: History }): FoundOutput[] {
  const script = scriptOf(address)
  const mined = history.flatMap(({ txid, confirmations = 0, hex: raw }) =>
    confirmations > 0 ? [{ txId: txid, minedAt: height - confirmations + 1, transaction: RawTransaction.decode(raw) }] : [],
  )
  const spent = new Set(mined.flatMap(({ transaction }) => transaction.inputs.map(({ txid, index }) => outpoint(hex.encode(txid), index))))
  return mined.flatMap(({ txId, minedAt, transaction }) =>
    transaction.outputs.flatMap((output, vout) =>
      hex.encode(output.script) === script && !spent.has(outpoint(txId, vout))
        ? [{ txId, vout, address, units: output.amount, height: minedAt, isReward: isCoinbase(transaction) }]
        : [],
    ),
  )
}

function scriptOf(address: string): string {
  const script = cashAddressToLockingBytecode(address)
  if (typeof script === 'string') throw new RangeError(script)
  return hex.encode(script.bytecode)
}
