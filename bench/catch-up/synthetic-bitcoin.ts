import { getBitcoinNetwork } from '@gateway/chains/definitions/bitcoin'
import { createHash } from 'node:crypto'
import type { BlockSize, SyntheticChain } from './synthetic-chain.ts'

const { genesisHash } = getBitcoinNetwork('BTC', 'regtest')
const GENESIS_TIME = 1_700_000_000
const SPENDS: Readonly<Record<BlockSize, number>> = { empty: 0, full: 2_500 }
const INPUTS = 2
const OUTPUTS = 3

/** A synthetic Bitcoin chain; full blocks hold 2 500 transactions with two inputs and three outputs each, which is 0.6 MB. */
export function syntheticBitcoin(size: BlockSize): SyntheticChain {
  const hashes: Buffer[] = [Buffer.from(genesisHash, 'hex').reverse()]
  const bytesAt = (height: number): Buffer => blockBytes(height, { parent: hashes[height - 1] ?? Buffer.alloc(32), spends: SPENDS[size] })
  const answers: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    getblockchaininfo: () => ({ chain: 'regtest', blocks: hashes.length - 1, bestblockhash: shown(hashes.at(-1)) }),
    getblockhash: ([height]) => shown(hashes[Number(height)]),
    getblock: ([hash]) => bytesAt(hashes.findLastIndex((each) => shown(each) === hash)).toString('hex'),
    getrawmempool: () => [],
    estimatesmartfee: () => ({ feerate: 0.00002 }),
    getmempoolinfo: () => ({ mempoolminfee: 0.00001, minrelaytxfee: 0.00001, incrementalrelayfee: 0.00001 }),
  }
  return {
    grow(head) {
      while (hashes.length <= head) hashes.push(hash256(bytesAt(hashes.length).subarray(0, 80)))
    },
    answer: (method, params) => answers[method]?.(params),
  }
}

const shown = (hash: Buffer | undefined): string =>
  Buffer.from(hash ?? [])
    .reverse()
    .toString('hex')
const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest()
const hash256 = (bytes: Buffer): Buffer => sha256(sha256(bytes))
/** Some numbers as bytes of a given length, so that hashes and scripts differ. */
const bytesOf = (length: number, ...numbers: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(length)
  numbers.forEach((number, index) => bytes.writeUInt32LE(number, 4 * index))
  return bytes
}
const count = (number: number): Buffer => (number < 0xfd ? Buffer.from([number]) : Buffer.from([0xfd, number & 0xff, number >> 8]))

function blockBytes(height: number, { parent, spends }: { parent: Buffer; spends: number }): Buffer {
  const transactions = [coinbase(height), ...Array.from({ length: spends }, (_, index) => spend(height, index))]
  const root = merkleRoot(transactions.map(hash256))
  const header = [bytesOf(4, 0x20000000), parent, root, bytesOf(12, GENESIS_TIME + 600 * height, 0x207fffff, 0)]
  return Buffer.concat([...header, count(transactions.length), ...transactions])
}

const FINAL = Buffer.from('ffffffff', 'hex')
/** An output to a witness key hash without an owner (BIP-141). */
const output = (...numbers: readonly number[]): Buffer =>
  Buffer.concat([bytesOf(8, 10_000), Buffer.from([22, 0, 20]), bytesOf(20, ...numbers)])

const coinbase = (height: number): Buffer =>
  Buffer.concat([
    bytesOf(4, 1),
    count(1),
    Buffer.alloc(32),
    FINAL,
    Buffer.from([4]),
    bytesOf(4, height),
    FINAL,
    count(1),
    output(height),
    bytesOf(4, 0),
  ])

function spend(height: number, index: number): Buffer {
  const inputs = Array.from({ length: INPUTS }, (_, at) =>
    Buffer.concat([bytesOf(32, height, index, at, 1), bytesOf(4, at), count(0), FINAL]),
  )
  const outputs = Array.from({ length: OUTPUTS }, (_, at) => output(height, index, at))
  return Buffer.concat([bytesOf(4, 2), count(INPUTS), ...inputs, count(OUTPUTS), ...outputs, bytesOf(4, 0)])
}

function merkleRoot(hashes: readonly Buffer[]): Buffer {
  let level = hashes
  while (level.length > 1)
    level = level.flatMap((left, at) => (at % 2 === 0 ? [hash256(Buffer.concat([left, level[at + 1] ?? left]))] : []))
  return level[0] ?? Buffer.alloc(32)
}
