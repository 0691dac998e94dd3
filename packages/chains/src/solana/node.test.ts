import {
  forkSolana,
  lagSolana,
  paySol,
  paySolanaToken,
  placeSolanaAccount,
  sendByFaucet,
  skipSolana,
  tickSolana,
} from '@gateway/devnet/solana/solana-faucet'
import { solanaFaucet, solanaUsdc } from '@gateway/devnet/solana/ledger/genesis'
import { openFaucet } from '@gateway/devnet/solana/node/airdrop'
import { AccountRole, address, type Address } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WrongNetwork } from '../errors.ts'
import type { BatchSource, Head, Position } from '../rail/block.ts'
import { createSolanaNode } from './node.ts'
import { createSolanaRail } from './rail.ts'
import { createSolanaReconciliationNode } from './reconciliation-node.ts'
import { newKey, startTestSolana, type TestSolana } from './test-chain.ts'

const LEAST = 890_880n
const ATA_RENT = 2_039_280n

let chain: TestSolana
beforeAll(async () => void (chain = await startTestSolana()))
afterAll(() => chain.stop())

const creditsOf = async (to: string, from: number) =>
  (await chain.readFrom(from)).flatMap((block) => block.transfers).filter((transfer) => transfer.to === to)
const slotNow = async () => (await chain.confirm()).height

describe('a Solana node', () => {
  test('A node is recognised by its genesis', async () => {
    await chain.node.checkNetwork()
    const other = createSolanaNode({ rail: createSolanaRail({ network: 'devnet' }), rpcUrl: chain.solana.rpc })
    await expect(other.checkNetwork()).rejects.toThrow(WrongNetwork)
  })

  test('The head is the newest confirmed block, with the hash of that block', async () => {
    const head = await chain.confirm()
    const block = await chain.node.openBatches().readUpTo(head.height)
    expect(block).toMatchObject({ height: head.height, hash: head.hash })
    expect(head.finalizedHeight).toBeLessThanOrEqual(head.height)
  })

  test('tells fees, balances and the blockhash of a new transaction', async () => {
    expect(await chain.node.estimateFees()).toEqual({
      family: 'signature',
      lamportsPerSignature: 5_000n,
      leastBalance: LEAST,
      ...(await chain.ask.lifetime()),
    })
    const { address: to } = newKey()
    await paySol(chain.solana, { to, units: LEAST })
    expect(await chain.node.readBalance(to)).toBe(0n)
    await chain.confirm()
    expect(await chain.node.readBalance(to)).toBe(LEAST)
    expect(await chain.node.readCoins([to, newKey().address])).toEqual([LEAST, 0n])
    const { lastValidBlockHeight } = await chain.ask.lifetime()
    expect(lastValidBlockHeight).toBeGreaterThan(150)
  })
})

describe('deposits', () => {
  test('Deposits in SOL and USDC are credited once each, to the owner', async () => {
    const from = await slotNow()
    const { address: to } = newKey()
    const native = await paySol(chain.solana, { to, units: 25_000_000n })
    const usdc = await paySolanaToken(chain.solana, { to, units: 15_000_000n })
    await chain.confirm()
    const credits = await creditsOf(to, from)
    expect(credits).toMatchObject([
      { ref: expect.stringMatching(`^${native}:\\d+$`), txId: native, to, asset: 'SOL', token: null, units: 25_000_000n },
      { ref: expect.stringMatching(`^${usdc}:\\d+$`), txId: usdc, to, asset: 'USDC_SOL', token: null, units: 15_000_000n },
    ])
  })

  test('Deposits by a wallet of web3.js are credited', async () => {
    const connection = new Connection(chain.solana.rpc, 'confirmed')
    const wallet = Keypair.generate()
    await paySol(chain.solana, { to: address(wallet.publicKey.toBase58()), units: 1_000_000_000n })
    const from = await slotNow()
    const { address: to } = newKey()
    const payment = new Transaction({ feePayer: wallet.publicKey, ...(await connection.getLatestBlockhash()) })
    payment.add(SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: new PublicKey(to), lamports: 5_000_000 }))
    payment.add(SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: new PublicKey(to), lamports: 1 }))
    payment.sign(wallet)
    const txId = await connection.sendRawTransaction(payment.serialize())
    await chain.confirm()
    expect(await creditsOf(to, from)).toMatchObject([{ txId, asset: 'SOL', units: 5_000_001n }])
    const [block] = await chain.readFrom(from)
    expect(block?.spends).toEqual([{ txId, from: wallet.publicKey.toBase58(), asset: 'SOL', token: null, units: 5_010_001n - 5_000n }])
  })

  test('Deposits through a lookup table are credited', async () => {
    const { address: to } = newKey()
    const table = newKey().address
    const from = await slotNow()
    const txId = await payThroughTable(to, table)
    await chain.confirm()
    expect(await creditsOf(to, from)).toMatchObject([{ txId, asset: 'SOL', units: 3_000_000n }])
    const found = await chain.node.findTransaction({ txId, blockHash: null })
    expect(found?.transfers.filter((transfer) => transfer.to === to)).toEqual(await creditsOf(to, from))
  })

  test('Failed transactions make no deposits, although a block holds them', async () => {
    const { address: to } = newKey()
    const from = await slotNow()
    const faucet = await openFaucet()
    const pay = (amount: bigint) => getTransferSolInstruction({ source: faucet, destination: to, amount })
    const txId = await sendByFaucet(chain.solana, [pay(LEAST), pay(10n ** 17n)])
    await chain.confirm()
    const [block] = await chain.readFrom(from)
    expect(block?.txIds).toEqual([txId])
    expect(block?.transfers).toEqual([])
    expect(block?.spends).toEqual([{ txId, from: solanaFaucet.address, asset: 'SOL', token: null, units: 5_000n }])
    expect(await chain.node.readReceipts([txId])).toEqual([{ txId, succeeded: false, feeUnits: 5_000n, blockHash: block?.hash }])
  })

  test('Deposits below the minimum of a new account never happen: the runtime refuses the payment', async () => {
    const { address: to } = newKey()
    const from = await slotNow()
    const [less, enough] = [await paySol(chain.solana, { to, units: LEAST - 1n }), await paySol(chain.solana, { to, units: LEAST })]
    await chain.confirm()
    expect(await creditsOf(to, from)).toMatchObject([{ txId: enough, units: LEAST }])
    expect(await chain.node.readReceipts([less, enough])).toMatchObject([{ succeeded: false }, { succeeded: true }])
  })

  test('A payment from an address to itself is no deposit', async () => {
    const faucet = await openFaucet()
    const from = await slotNow()
    const txId = await sendByFaucet(chain.solana, [
      getTransferSolInstruction({ source: faucet, destination: faucet.address, amount: 7_000_000n }),
    ])
    await chain.confirm()
    expect(await creditsOf(faucet.address, from)).toEqual([])
    expect((await chain.readFrom(from)).flatMap(({ txIds }) => txIds)).toEqual([txId])
  })
})

describe('slots', () => {
  test('Skipped slots are omitted, and every block continues the one before it', async () => {
    const from = await slotNow()
    await skipSolana(chain.solana, 3)
    const { address: to } = newKey()
    await paySol(chain.solana, { to, units: LEAST })
    await skipSolana(chain.solana, 300)
    await tickSolana(chain.solana, 2)
    const head = await chain.node.readHead()
    const blocks = await chain.readFrom(from)
    expect(blocks.map(({ height }) => height)).toEqual([from + 1, from + 5, from + 306, from + 307])
    expect(blocks.slice(1).map(({ parentHash }) => parentHash)).toEqual(blocks.slice(0, -1).map(({ hash }) => hash))
    expect(blocks.at(-1)).toMatchObject({ height: head.height, hash: head.hash })
    expect((await chain.node.openBatches().readUpTo(from + 305))?.height).toBe(from + 5)
    expect(await chain.node.readBlock(from + 2)).toBeUndefined()
    const range: number[] = []
    for await (const { height } of chain.node.openBatches().readRange({ from, to: from + 306 })) range.push(height)
    expect(range).toEqual([from, from + 1, from + 5, from + 306])
  })

  test('Slots cost one call each, and one for all, however many transactions they have', async () => {
    const from = await slotNow()
    for (let payment = 0; payment < 30; payment++) await paySol(chain.solana, { to: newKey().address, units: LEAST })
    await tickSolana(chain.solana, 10)
    chain.readCalls()
    expect(await chain.readFrom(from)).toHaveLength(10)
    const calls = Map.groupBy(chain.readCalls(), (method) => method)
    expect(Object.fromEntries([...calls].map(([method, made]) => [method, made.length]))).toEqual({
      getLatestBlockhash: 1,
      getSlot: 1,
      getBlocks: 2,
      getBlock: 11,
    })
  })

  test('Slots that a fork drops make their deposits vanish, and the branch shows by its parent', async () => {
    const { address: to } = newKey()
    const before = await chain.confirm()
    await paySol(chain.solana, { to, units: LEAST })
    const head = await chain.confirm()
    const [block] = await chain.readFrom(before.height)
    expect(block?.transfers.some((transfer) => transfer.to === to)).toBe(true)
    await forkSolana(chain.solana, 2)
    await tickSolana(chain.solana, 2)
    const source = chain.node.openBatches()
    const next = await source.nextBatch({ height: head.height, hash: head.hash }, await chain.node.readHead())
    expect(next?.parentHash).not.toBe(head.hash)
    expect(next?.parentHash).toBe(before.hash)
    expect((await source.readUpTo(head.height))?.hash).toBe(before.hash)
    expect(await creditsOf(to, before.height)).toEqual([])
    expect(await chain.node.readBalance(to)).toBe(0n)
  })

  test.each([1, 2, 3, 5, 7])(
    'Slots that were read ahead of a fork of depth %i do not keep a scanner from the new branch',
    async (depth) => {
      const before = await chain.confirm()
      await tickSolana(chain.solana, 8)
      const source = chain.node.openBatches()
      const ring: Position[] = [before]
      const first = await source.nextBatch(before, await chain.node.readHead())
      if (first) ring.push(first)
      await forkSolana(chain.solana, depth)
      await tickSolana(chain.solana, 3)
      const head = await chain.node.readHead()
      while (ring.at(-1)?.hash !== head.hash) await step(source, ring, head)
      const branch = await chain.readFrom(before.height)
      expect(ring.slice(1).map(({ hash }) => hash)).toEqual(branch.map(({ hash }) => hash))
    },
  )

  test('Slots become final late when the network stalls', async () => {
    await tickSolana(chain.solana, 40)
    const { finalizedHeight = 0 } = await chain.node.readHead()
    await lagSolana(chain.solana, 'finalized', 500)
    await tickSolana(chain.solana, 100)
    const stalled = await chain.node.readHead()
    expect(stalled.finalizedHeight).toBe(finalizedHeight)
    await lagSolana(chain.solana, 'finalized', 32)
    expect((await chain.node.readHead()).finalizedHeight).toBe(finalizedHeight + 100)
  })
})

describe('transactions', () => {
  test('Transactions are found with their bytes, and unknown ones are not', async () => {
    const { address: to } = newKey()
    const txId = await paySol(chain.solana, { to, units: LEAST })
    expect(await chain.node.findTransaction({ txId, blockHash: null })).toBeUndefined()
    expect(await chain.node.readReceipts([txId])).toEqual([])
    const head = await chain.confirm()
    const found = await chain.node.findTransaction({ txId, blockHash: null })
    expect(found).toMatchObject({ txId, inputs: [], calls: null })
    expect(found?.transfers.find((transfer) => transfer.to === to)?.units).toBe(LEAST)
    expect(found && (await chain.node.broadcast(found.raw))).toEqual({ outcome: 'known' })
    expect(await chain.node.readReceipts([txId])).toEqual([{ txId, succeeded: true, feeUnits: 5_000n, blockHash: head.hash }])
  })
})

test('the reconciliation reads coins, tokens and nothing else', async () => {
  const { address: to } = newKey()
  await paySol(chain.solana, { to, units: LEAST })
  await paySolanaToken(chain.solana, { to, units: 5n })
  const { height } = await chain.confirm()
  const node = createSolanaReconciliationNode({ rpcUrl: chain.solana.rpc, tokens: { USDC_SOL: chain.rail.usdc } })
  const place = (asset: string, of: Address = to) => ({ chain: 'SOL', address: of, asset, ref: 'any', units: '0', height })
  expect(node.assets).toEqual(['SOL', 'USDC_SOL'])
  expect(await node.readUnits([place('USDC_SOL'), place('SOL'), place('ETH'), place('SOL', newKey().address)])).toEqual([
    5n,
    LEAST,
    undefined,
    0n,
  ])
})

describe('describeOwner', () => {
  const ataOf = async (owner: Address) =>
    (await findAssociatedTokenPda({ owner, mint: solanaUsdc.mint, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]

  test('tells wallets from token accounts, mints and programs', async () => {
    const { address: to } = newKey()
    expect(await chain.ask.owner(to)).toEqual({ use: 'unused', problem: undefined })
    await paySol(chain.solana, { to, units: LEAST })
    await paySolanaToken(chain.solana, { to, units: 1n })
    await chain.confirm()
    expect(await chain.ask.owner(to)).toEqual({ use: 'wallet', problem: undefined })
    expect(await chain.ask.owner(await ataOf(to))).toEqual({ use: 'token_account', problem: expect.stringMatching(/^is /) })
    expect(await chain.ask.owner(solanaUsdc.mint)).toEqual({ use: 'mint', problem: expect.stringMatching(/^is /) })
    expect(await chain.ask.owner(TOKEN_PROGRAM_ADDRESS)).toEqual({ use: 'program', problem: expect.stringMatching(/^is /) })
    expect(await chain.ask.holdings(to)).toEqual([{ account: await ataOf(to), units: 1n }])
  })

  test.each([
    { use: 'nonce', owner: '11111111111111111111111111111111', bytes: 80, type: 0 },
    { use: 'mint', owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', bytes: 234, type: 1 },
    { use: 'token_account', owner: 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb', bytes: 170, type: 2 },
    { use: 'program_data', owner: 'Stake11111111111111111111111111111111111111', bytes: 200, type: 0 },
  ])('tells an account on the curve that is a $use', async ({ use, owner, bytes, type }) => {
    const { address: at } = newKey()
    const data = Buffer.alloc(bytes)
    if (bytes > 165) data[165] = type
    await placeSolanaAccount(chain.solana, { address: at, lamports: Number(ATA_RENT) * 2, owner, data: data.toString('base64') })
    await chain.confirm()
    expect(await chain.ask.owner(at)).toEqual({ use, problem: expect.any(String) })
  })

  test('tells many addresses in their order and in one call', async () => {
    const { address: to } = newKey()
    await paySol(chain.solana, { to, units: LEAST })
    await chain.confirm()
    chain.readCalls()
    const asked = [newKey().address, solanaUsdc.mint, to]
    expect(await chain.node.readUses(asked)).toEqual(['unused', 'mint', 'wallet'])
    expect(chain.readCalls()).toEqual(['getMultipleAccounts'])
  })
})

/** One block forward or one back, as the scanner goes. */
async function step(source: BatchSource, ring: Position[], head: Head): Promise<void> {
  const cursor = ring.at(-1)
  if (!cursor) throw new Error('The scanner went back too far')
  const block = await source.nextBatch(cursor, head)
  if (block?.parentHash === cursor.hash) ring.push(block)
  else ring.pop()
}

/** Pays through an address of a lookup table, which is put into the chain without the program that makes such tables. */
async function payThroughTable(to: Address, table: Address): Promise<string> {
  const head = Buffer.alloc(56)
  head.writeUInt32LE(1, 0)
  head.writeBigUInt64LE(2n ** 64n - 1n, 4)
  const data = Buffer.concat([head, new PublicKey(to).toBuffer()]).toString('base64')
  await placeSolanaAccount(chain.solana, {
    address: table,
    lamports: 10_000_000,
    owner: 'AddressLookupTab1e1111111111111111111111111',
    data,
  })
  await chain.confirm()
  const faucet = await openFaucet()
  const transfer = getTransferSolInstruction({ source: faucet, destination: to, amount: 3_000_000n })
  const [source] = transfer.accounts
  const looked = { address: to, addressIndex: 0, lookupTableAddress: table, role: AccountRole.WRITABLE } as const
  return sendByFaucet(chain.solana, [{ ...transfer, accounts: [source, looked] }])
}
