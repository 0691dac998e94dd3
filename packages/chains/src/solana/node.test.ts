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
import { FINAL_SLOTS } from '@gateway/devnet/solana/ledger/final-slots'
import { openFaucet } from '@gateway/devnet/solana/node/airdrop'
import { AccountRole, address, type Address } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { BLOCKHASH_BLOCKS } from '../definitions/solana.ts'
import { WrongNetwork } from '../errors.ts'
import { createSolanaNode } from './node.ts'
import { createSolanaRail } from './rail.ts'
import { createSolanaReconciliationNode } from './reconciliation-node.ts'
import { newKey, startTestSolana, type TestSolana } from './test-chain.ts'

const LEAST = 650_240n
const ATA_RENT = 1_488_440n

let chain: TestSolana
beforeAll(async () => void (chain = await startTestSolana()))
afterAll(() => chain.stop())

const creditsOf = async (to: string, from: number) =>
  (await chain.readFrom(from)).flatMap((block) => block.transfers).filter((transfer) => transfer.to === to)
const slotNow = async () => (await chain.finalize()).height

describe('a Solana node', () => {
  test('A node is recognised by its genesis', async () => {
    await chain.node.checkNetwork()
    const other = createSolanaNode({ rail: createSolanaRail({ network: 'devnet' }), rpcUrl: chain.solana.rpc })
    await expect(other.checkNetwork()).rejects.toThrow(WrongNetwork)
  })

  test('The head is the newest final block, with the hash of that block', async () => {
    const head = await chain.finalize()
    const block = await chain.node.openBatches().readUpTo(head.height)
    expect(block).toMatchObject({ height: head.height, hash: head.hash })
    expect(head.finalizedHeight).toBe(head.height)
  })

  test('tells fees, balances and the blockhash of a new transaction', async () => {
    expect(await chain.node.estimateFees()).toEqual({
      family: 'signature',
      lamportsPerSignature: 5_000n,
      leastBalance: LEAST,
      tokenAccountRent: ATA_RENT,
      ...(await chain.ask.lifetime()),
      blockHeight: (await chain.ask.lifetime()).lastValidBlockHeight - BLOCKHASH_BLOCKS + FINAL_SLOTS,
    })
    const { address: to } = newKey()
    await paySol(chain.solana, { to, units: LEAST })
    expect(await chain.node.readBalance(to)).toBe(0n)
    await chain.finalize()
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
    await chain.finalize()
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
    await chain.finalize()
    expect(await creditsOf(to, from)).toMatchObject([{ txId, asset: 'SOL', units: 5_000_001n }])
    const block = (await chain.readFrom(from)).at(-1)
    expect(block?.spends).toEqual([{ txId, from: wallet.publicKey.toBase58(), asset: 'SOL', token: null, units: 5_010_001n - 5_000n }])
  })

  test('Deposits through a lookup table are credited', async () => {
    const { address: to } = newKey()
    const table = newKey().address
    const from = await slotNow()
    const txId = await payThroughTable(to, table)
    await chain.finalize()
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
    await chain.finalize()
    const block = (await chain.readFrom(from)).at(-1)
    expect(block?.txIds).toEqual([txId])
    expect(block?.transfers).toEqual([])
    expect(block?.spends).toEqual([{ txId, from: solanaFaucet.address, asset: 'SOL', token: null, units: 5_000n }])
    expect(await chain.node.readReceipts([txId])).toEqual([{ txId, succeeded: false, feeUnits: 5_000n, blockHash: block?.hash }])
  })

  test('Deposits below the minimum of a new account never happen: the runtime refuses the payment', async () => {
    const { address: to } = newKey()
    const from = await slotNow()
    const [less, enough] = [await paySol(chain.solana, { to, units: LEAST - 1n }), await paySol(chain.solana, { to, units: LEAST })]
    await chain.finalize()
    expect(await creditsOf(to, from)).toMatchObject([{ txId: enough, units: LEAST }])
    expect(await chain.node.readReceipts([less, enough])).toMatchObject([{ succeeded: false }, { succeeded: true }])
  })

  test('A payment from an address to itself is no deposit', async () => {
    const faucet = await openFaucet()
    const from = await slotNow()
    const txId = await sendByFaucet(chain.solana, [
      getTransferSolInstruction({ source: faucet, destination: faucet.address, amount: 7_000_000n }),
    ])
    await chain.finalize()
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
    const head = await chain.finalize()
    const blocks = await chain.readFrom(from)
    const open = from + FINAL_SLOTS
    expect(blocks.map(({ height }) => height)).toEqual([from + 1, from + 2, from + 3, open, open + 4, open + 305])
    expect(blocks.slice(1).map(({ parentHash }) => parentHash)).toEqual(blocks.slice(0, -1).map(({ hash }) => hash))
    expect(blocks.at(-1)).toMatchObject({ height: head.height, hash: head.hash })
    expect((await chain.node.openBatches().readUpTo(open + 304))?.height).toBe(open + 4)
    expect(await chain.node.readBlock(open + 2)).toBeUndefined()
    const range: number[] = []
    for await (const { height } of chain.node.openBatches().readRange({ from: open, to: open + 305 })) range.push(height)
    expect(range).toEqual([open, open + 4, open + 305])
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
      getBlocks: 2,
      getBlock: 11,
    })
  })

  test('Slots that a fork drops were never shown, with the deposits in them', async () => {
    const { address: to } = newKey()
    const before = await chain.finalize()
    await paySol(chain.solana, { to, units: LEAST })
    const shown = await chain.pass(FINAL_SLOTS - 1)
    await forkSolana(chain.solana, FINAL_SLOTS)
    const head = await chain.finalize()
    const blocks = await chain.readFrom(before.height)
    expect(blocks.slice(0, shown.height - before.height).at(-1)).toMatchObject({ height: shown.height, hash: shown.hash })
    expect(blocks.at(-1)).toMatchObject({ height: head.height, hash: head.hash })
    expect(await creditsOf(to, before.height)).toEqual([])
    expect(await chain.node.readBalance(to)).toBe(0n)
  })

  test('There is no newer head while blocks become final late', async () => {
    const head = await chain.finalize()
    await lagSolana(chain.solana, 'finalized', 500)
    expect(await chain.pass(100)).toEqual(head)
    await lagSolana(chain.solana, 'finalized', FINAL_SLOTS)
    expect((await chain.node.readHead()).height).toBe(head.height + 100)
  })
})

describe('transactions', () => {
  test('Transactions are found with their bytes, and unknown ones are not', async () => {
    const { address: to } = newKey()
    const txId = await paySol(chain.solana, { to, units: LEAST })
    expect(await chain.node.findTransaction({ txId, blockHash: null })).toBeUndefined()
    expect(await chain.node.readReceipts([txId])).toEqual([])
    const head = await chain.finalize()
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
  const { height } = await chain.finalize()
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
    await chain.finalize()
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
    await chain.finalize()
    expect(await chain.ask.owner(at)).toEqual({ use, problem: expect.any(String) })
  })

  test('tells many addresses in their order and in one call', async () => {
    const { address: to } = newKey()
    await paySol(chain.solana, { to, units: LEAST })
    await chain.finalize()
    chain.readCalls()
    const asked = [newKey().address, solanaUsdc.mint, to]
    expect(await chain.node.readUses(asked)).toEqual(['unused', 'mint', 'wallet'])
    expect(chain.readCalls()).toEqual(['getMultipleAccounts'])
  })
})

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
  await chain.finalize()
  const faucet = await openFaucet()
  const transfer = getTransferSolInstruction({ source: faucet, destination: to, amount: 3_000_000n })
  const [source] = transfer.accounts
  const looked = { address: to, addressIndex: 0, lookupTableAddress: table, role: AccountRole.WRITABLE } as const
  return sendByFaucet(chain.solana, [{ ...transfer, accounts: [source, looked] }])
}
