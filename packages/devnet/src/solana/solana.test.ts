import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { address, createKeyPairSignerFromPrivateKeyBytes, createSolanaRpc, isSolanaError, type Address } from '@solana/kit'
import { getTransferSolInstruction } from '@solana-program/system'
import { findAssociatedTokenPda, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { temporaryFolder } from '../processes/temporary-folder.ts'
import { callRpc } from '../rpc.ts'
import { waitFor } from '../wait.ts'
import { solanaFaucet, solanaUsdc } from './ledger/genesis.ts'
import { FINAL_SLOTS } from './ledger/final-slots.ts'
import { devnetGenesisHash } from './ledger/ledger.ts'
import { openFaucet } from './node/airdrop.ts'
import { forkSolana, lagSolana, paySol, paySolanaToken, sendByFaucet, skipSolana, tickSolana } from './solana-faucet.ts'
import { solanaDriver } from './solana-driver.ts'
import { type RunningSolana, solanaPlatform, startSolana } from './solana.ts'

const folder = temporaryFolder()
afterAll(folder.remove)

const LEAST_BALANCE = 650_240n
let solana: RunningSolana
beforeAll(async () => {
  solana = await startSolana({ dataDir: join(folder.path, 'asked') })
})
afterAll(() => solana.stop())

const rpc = () => createSolanaRpc(solana.rpc)
let customers = 0
const newAddress = (): Promise<Address> =>
  createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(100 + customers++)).then(({ address: own }) => own)

const balanceOf = async (of: Address, commitment: 'processed' | 'confirmed' | 'finalized') =>
  (await rpc().getBalance(of, { commitment }).send()).value

/** The bytes of a transaction in base64. */
async function wireOf(signature: string): Promise<string> {
  const config = { encoding: 'base64', commitment: 'processed', maxSupportedTransactionVersion: 0 }
  const told = await callRpc<{ transaction: [string, string] }>(solana.rpc, { method: 'getTransaction', params: [signature, config] })
  return told.transaction[0]
}

const codeOf = (error: unknown) => (isSolanaError(error) ? error.context.__code : error)

describe('the clients of the public networks, unchanged', () => {
  test('kit reads the network and its faucet', async () => {
    expect(await rpc().getGenesisHash().send()).toBe(devnetGenesisHash)
    expect(await balanceOf(solanaFaucet.address, 'finalized')).toBeGreaterThan(10n ** 15n)
    expect(await rpc().getMinimumBalanceForRentExemption(0n).send()).toBe(LEAST_BALANCE)
    expect((await rpc().getMultipleAccounts([solanaUsdc.mint], { encoding: 'base64' }).send()).value[0]?.owner).toBe(TOKEN_PROGRAM_ADDRESS)
    expect((await rpc().getRecentPrioritizationFees().send())[0]?.prioritizationFee).toBe(0n)
  })

  test('web3.js 1 pays, and reads status, transaction and history', async () => {
    const connection = new Connection(solana.rpc, 'confirmed')
    const wallet = Keypair.fromSeed(new Uint8Array(32).fill(200))
    const to = Keypair.fromSeed(new Uint8Array(32).fill(201)).publicKey
    await connection.requestAirdrop(wallet.publicKey, 1_000_000_000)
    await tickSolana(solana)
    expect(await connection.getBalance(wallet.publicKey)).toBe(1_000_000_000)
    const payment = new Transaction({ feePayer: wallet.publicKey, ...(await connection.getLatestBlockhash()) })
    payment.add(SystemProgram.transfer({ fromPubkey: wallet.publicKey, toPubkey: to, lamports: 5_000_000 }))
    payment.sign(wallet)
    const fee = await connection.getFeeForMessage(payment.compileMessage())
    expect(fee.value).toBe(5_000)
    expect((await connection.simulateTransaction(payment)).value.err).toBe(null)
    const signature = await connection.sendRawTransaction(payment.serialize())
    await tickSolana(solana)
    expect((await connection.getSignatureStatus(signature)).value?.confirmationStatus).toBe('confirmed')
    const told = await connection.getTransaction(signature, { commitment: 'confirmed', maxSupportedTransactionVersion: 0 })
    expect(told?.meta).toMatchObject({
      err: null,
      fee: 5_000,
      preBalances: [1_000_000_000, 0, 1],
      postBalances: [994_995_000, 5_000_000, 1],
    })
    expect((await connection.getSignaturesForAddress(to)).map((each) => each.signature)).toEqual([signature])
    expect((await connection.getAccountInfo(to))?.owner).toEqual(SystemProgram.programId)
    await expect(connection.sendRawTransaction(payment.serialize())).rejects.toThrow('already been processed')
    expect(await connection.getAccountInfo(new PublicKey(await newAddress()))).toBe(null)
  })
})

describe('slots', () => {
  test('A payment is first processed, then confirmed, then finalized', async () => {
    const to = await newAddress()
    const signature = await paySol(solana, { to, units: LEAST_BALANCE })
    const seen = async () => [
      await balanceOf(to, 'processed'),
      await balanceOf(to, 'confirmed'),
      await balanceOf(to, 'finalized'),
      (await rpc().getSignatureStatuses([signature]).send()).value[0]?.confirmationStatus,
    ]
    expect(await seen()).toEqual([LEAST_BALANCE, 0n, 0n, 'processed'])
    await tickSolana(solana)
    expect(await seen()).toEqual([LEAST_BALANCE, LEAST_BALANCE, 0n, 'confirmed'])
    await tickSolana(solana, FINAL_SLOTS - 1)
    expect(await seen()).toEqual([LEAST_BALANCE, LEAST_BALANCE, LEAST_BALANCE, 'finalized'])
  })

  test('A skipped slot has no block, and the next block continues the one before it', async () => {
    const last = await tickSolana(solana)
    const next = await skipSolana(solana, 2)
    await tickSolana(solana)
    expect(next).toBe(last + 3)
    const slots = await rpc().getBlocks(BigInt(last), BigInt(next), { commitment: 'confirmed' }).send()
    expect(slots).toEqual([BigInt(last), BigInt(next)])
    const read = (slot: number) =>
      rpc()
        .getBlock(BigInt(slot), { commitment: 'confirmed', transactionDetails: 'none', rewards: false, maxSupportedTransactionVersion: 0 })
        .send()
    const [before, after] = [await read(last), await read(next)]
    expect(after).toMatchObject({
      parentSlot: BigInt(last),
      previousBlockhash: before?.blockhash,
      blockHeight: (before?.blockHeight ?? 0n) + 1n,
    })
    expect(codeOf(await read(last + 1).catch((error: unknown) => error))).toBe(-32_007)
    expect(codeOf(await read(next + 9).catch((error: unknown) => error))).toBe(-32_004)
    await tickSolana(solana, 1_100)
    expect(codeOf(await read(last + 1).catch((error: unknown) => error))).toBe(-32_009)
  })

  test('A slot that a fork drops takes its payments with it, and the same bytes can be sent again', async () => {
    const to = await newAddress()
    const before = await balanceOf(solanaFaucet.address, 'processed')
    await tickSolana(solana)
    const signature = await paySol(solana, { to, units: LEAST_BALANCE })
    const raw = await wireOf(signature)
    await tickSolana(solana)
    expect(await balanceOf(to, 'confirmed')).toBe(LEAST_BALANCE)
    const slot = await forkSolana(solana, 2)
    expect(await balanceOf(to, 'processed')).toBe(0n)
    expect(await balanceOf(solanaFaucet.address, 'processed')).toBe(before)
    expect((await rpc().getSignatureStatuses([signature]).send()).value[0]).toBe(null)
    expect(
      await rpc()
        .getBlocks(BigInt(slot - 2), BigInt(slot), { commitment: 'confirmed' })
        .send(),
    ).toEqual([])
    await callRpc(solana.rpc, { method: 'sendTransaction', params: [raw, { encoding: 'base64' }] })
    await tickSolana(solana)
    expect(await balanceOf(to, 'confirmed')).toBe(LEAST_BALANCE)
  })

  test('A final slot cannot be dropped, and a lag makes slots final later', async () => {
    await tickSolana(solana, 40)
    const finalized = await rpc().getSlot({ commitment: 'finalized' }).send()
    await expect(forkSolana(solana, FINAL_SLOTS + 1)).rejects.toThrow('is final')
    await lagSolana(solana, 'finalized', FINAL_SLOTS + 68)
    await tickSolana(solana, 60)
    expect(await rpc().getSlot({ commitment: 'finalized' }).send()).toBe(finalized)
    await lagSolana(solana, 'finalized', FINAL_SLOTS)
    expect(await rpc().getSlot({ commitment: 'finalized' }).send()).toBe(finalized + 60n)
  })

  test('A blockhash expires after 150 blocks', async () => {
    const { value } = await rpc().getLatestBlockhash({ commitment: 'processed' }).send()
    const isValid = async () => (await rpc().isBlockhashValid(value.blockhash, { commitment: 'processed' }).send()).value
    expect(value.lastValidBlockHeight).toBe((await rpc().getBlockHeight({ commitment: 'processed' }).send()) + 150n)
    await tickSolana(solana, 150)
    expect(await isValid()).toBe(true)
    await tickSolana(solana)
    expect(await isValid()).toBe(false)
  })

  test('Slots pass by themselves at an interval, and survive a kill', async () => {
    const dataDir = join(folder.path, 'ticking')
    const first = await startSolana({ dataDir, slotMs: 20 })
    const to = await newAddress()
    const signature = await paySol(first, { to, units: LEAST_BALANCE })
    await waitFor('confirmation', async () => (await createSolanaRpc(first.rpc).getSlot({ commitment: 'confirmed' }).send()) > 3n)
    process.kill(first.pid, 'SIGKILL')
    await first.exited
    const second = await startSolana({ dataDir })
    const status = (await createSolanaRpc(second.rpc).getSignatureStatuses([signature]).send()).value[0]
    expect(status?.err).toBe(null)
    expect(second.rpc).toBe(first.rpc)
    await second.stop()
  })
})

test('Blocks bear the time at which they were closed, however many were made at once', async () => {
  const startedAt = Math.floor(Date.now() / 1_000)
  await tickSolana(solana, 100)
  const slot = await rpc().getSlot({ commitment: 'finalized' }).send()
  const time = Number(await rpc().getBlockTime(slot).send())
  expect(time).toBeGreaterThanOrEqual(startedAt)
  expect(time).toBeLessThanOrEqual(Date.now() / 1_000)
})

test('the driver starts, pays and reads the chain like every other', async () => {
  const driver = solanaDriver({ blockSeconds: 0.4 })
  const node = await driver.start({ dataDir: join(folder.path, 'driven') })
  onTestFinished(node.stop)
  const to = await driver.newAddress(node)
  const before = await driver.height(node)
  await driver.pay(node, { to, units: LEAST_BALANCE })
  await driver.mine(node, FINAL_SLOTS)
  expect(await driver.balance(node, to)).toBe(LEAST_BALANCE)
  expect(await driver.height(node)).toBe(before + FINAL_SLOTS)
  expect(existsSync(join(folder.path, 'driven', driver.log))).toBe(true)
  const platform = await createKeyPairSignerFromPrivateKeyBytes(solanaPlatform.key)
  expect(await driver.platformAddress(node)).toBe(platform.address)
})

describe('transactions', () => {
  test('A transaction that fails after a skipped preflight is in the block, and costs its fee alone', async () => {
    const poor = await newAddress()
    const faucet = await openFaucet()
    const tooLittle = getTransferSolInstruction({ source: faucet, destination: poor, amount: 1_000n })
    const signature = await sendByFaucet(solana, [tooLittle])
    await tickSolana(solana)
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' } as const
    const told = await rpc().getTransaction(signature, config).send()
    expect(told?.meta?.err).toEqual({ InsufficientFundsForRent: { account_index: 1n } })
    expect(told?.meta?.fee).toBe(5_000n)
    expect(await balanceOf(poor, 'confirmed')).toBe(0n)
  })

  test('A transaction that cannot pay its fee is in the block with its error and no fee, and did nothing', async () => {
    const connection = new Connection(solana.rpc, 'finalized')
    const poor = Keypair.generate()
    const payment = new Transaction({ feePayer: poor.publicKey, ...(await connection.getLatestBlockhash()) })
    payment.add(SystemProgram.transfer({ fromPubkey: poor.publicKey, toPubkey: Keypair.generate().publicKey, lamports: 1 }))
    payment.sign(poor)
    const signature = await connection.sendRawTransaction(payment.serialize(), { skipPreflight: true })
    await tickSolana(solana)
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' } as const
    const told = await callRpc<{ meta: object }>(solana.rpc, { method: 'getTransaction', params: [signature, config] })
    expect(told.meta).toMatchObject({ err: 'AccountNotFound', fee: 0 })
    expect(await balanceOf(address(poor.publicKey.toBase58()), 'confirmed')).toBe(0n)
  })

  test.each([
    { name: 'a wrong signature', alter: (wire: Buffer) => wire.fill(1, 1, 65), code: -32_003 },
    { name: 'bytes that are no transaction', alter: (wire: Buffer) => wire.subarray(0, 80), code: -32_602 },
    { name: 'too many bytes', alter: (wire: Buffer) => Buffer.concat([wire, Buffer.alloc(1_232)]), code: -32_602 },
  ])('A transaction is refused for $name', async ({ alter, code }) => {
    const signature = await paySol(solana, { to: await newAddress(), units: LEAST_BALANCE })
    const wire = await wireOf(signature)
    const bytes = alter(Buffer.from(wire, 'base64')).toString('base64')
    await expect(callRpc(solana.rpc, { method: 'sendTransaction', params: [bytes, { encoding: 'base64' }] })).rejects.toThrow(`(${code})`)
  })

  test('A transaction with tokens shows the balances of their owners', async () => {
    const to = await newAddress()
    const signature = await paySolanaToken(solana, { to, units: 2_500_000n })
    await tickSolana(solana)
    const config = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' } as const
    const told = await rpc().getTransaction(signature, config).send()
    expect(told?.meta?.preTokenBalances).toEqual([])
    expect(told?.meta?.postTokenBalances).toMatchObject([
      { owner: to, mint: solanaUsdc.mint, uiTokenAmount: { amount: '2500000', decimals: 6 } },
    ])
    const { value } = await rpc()
      .getTokenAccountsByOwner(to, { mint: solanaUsdc.mint }, { encoding: 'jsonParsed', commitment: 'confirmed' })
      .send()
    const [ata] = await findAssociatedTokenPda({ owner: to, mint: solanaUsdc.mint, tokenProgram: TOKEN_PROGRAM_ADDRESS })
    expect(value.map(({ pubkey, account }) => [pubkey, account.data.parsed.info.tokenAmount.amount])).toEqual([[ata, '2500000']])
    expect((await rpc().getTokenAccountBalance(ata, { commitment: 'confirmed' }).send()).value.uiAmountString).toBe('2.5')
    expect(
      (
        await rpc()
          .getTokenAccountsByOwner(to, { programId: address('TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb') }, { encoding: 'base64' })
          .send()
      ).value,
    ).toEqual([])
  })
})
