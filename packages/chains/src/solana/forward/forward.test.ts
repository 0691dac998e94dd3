import { FINAL_SLOTS } from '@gateway/devnet/solana/ledger/final-slots'
import { paySol, paySolanaToken, placeSolanaAccount, tickSolana } from '@gateway/devnet/solana/solana-faucet'
import { type Address, getTransactionDecoder } from '@solana/kit'
import { AccountState, findAssociatedTokenPda, getTokenEncoder, TOKEN_PROGRAM_ADDRESS } from '@solana-program/token'
import { VersionedTransaction } from '@solana/web3.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newKey, startTestSolana, type TestSolana } from '../test-chain.ts'
import { planSolForward } from './plan-sol-forward.ts'
import { signSolForward, UnbalancedForward } from './sign-sol-forward.ts'
import { associatedAccountOf } from '../associated-account.ts'
import { signTokenForward, type TokenForward } from './sign-token-forward.ts'

const LEAST = 650_240n
const ATA_RENT = 1_488_440n
const FEE = 5_000n

let chain: TestSolana
beforeAll(async () => void (chain = await startTestSolana()))
afterAll(() => chain.stop())

const balancesOf = (...addresses: Address[]) => chain.node.readCoins(addresses)
const ataOf = async (owner: Address) =>
  (await findAssociatedTokenPda({ owner, mint: chain.rail.usdc, tokenProgram: TOKEN_PROGRAM_ADDRESS }))[0]

async function fund(payments: readonly { to: Address; units: bigint }[]): Promise<void> {
  for (const payment of payments) if (payment.units > 0n) await paySol(chain.solana, payment)
  await chain.finalize()
}

describe('a forward of SOL', () => {
  /** Plans and signs a forward of the balance of a new deposit address. */
  async function prepare({
    received,
    share,
    merchantHolds,
    platformHolds,
  }: Record<'received' | 'share' | 'merchantHolds' | 'platformHolds', bigint>) {
    const [deposit, merchant, platform] = [newKey(), newKey(), newKey()]
    await fund([
      { to: deposit.address, units: received },
      { to: merchant.address, units: merchantHolds },
      { to: platform.address, units: platformHolds },
    ])
    const plan = planSolForward({
      balanceUnits: received,
      restUnits: 0n,
      feeUnits: FEE,
      leastBalance: LEAST,
      payee: { address: merchant.address, balanceUnits: merchantHolds },
      platform: { address: platform.address, balanceUnits: platformHolds },
      platformUnits: share,
    })
    return { deposit, merchant, platform, plan }
  }

  const sign = async (privateKey: Uint8Array, plan: ReturnType<typeof planSolForward>, balanceUnits: bigint) => {
    if (plan.outcome === 'unforwardable') throw new Error(plan.reason)
    return signSolForward({ privateKey, balanceUnits, legs: plan.legs, feeUnits: FEE, lifetime: await chain.ask.lifetime() })
  }

  test.each([
    { received: 100_000_000n, share: 1_000_000n, merchantHolds: 0n, platformHolds: 0n, merchant: 98_995_000n, platform: 1_000_000n },
    { received: 100_000_000n, share: LEAST - 1n, merchantHolds: 0n, platformHolds: 0n, merchant: 99_995_000n, platform: 0n },
    { received: 100_000_000n, share: 1n, merchantHolds: 0n, platformHolds: LEAST, merchant: 99_994_999n, platform: LEAST + 1n },
    { received: LEAST + FEE, share: 0n, merchantHolds: 0n, platformHolds: LEAST, merchant: LEAST, platform: LEAST },
    {
      received: LEAST + FEE,
      share: LEAST - 1n,
      merchantHolds: LEAST,
      platformHolds: LEAST,
      merchant: LEAST + 1n,
      platform: 2n * LEAST - 1n,
    },
  ])('A forward of $received with a share of $share empties the deposit and pays both as planned', async (one) => {
    const { deposit, merchant, platform, plan } = await prepare(one)
    const signed = await sign(deposit.key, plan, one.received)
    expect(await chain.node.broadcast(signed.raw)).toEqual({ outcome: 'accepted' })
    const head = await chain.finalize()
    expect(await balancesOf(deposit.address, merchant.address, platform.address)).toEqual([0n, one.merchant, one.platform])
    const block = await chain.node.readBlock(head.height)
    const spend = block?.spends?.find(({ from }) => from === deposit.address)
    expect(spend).toEqual({ txId: signed.txId, from: deposit.address, asset: 'SOL', token: null, units: one.received })
    expect(await chain.node.readReceipts([signed.txId])).toEqual([
      { txId: signed.txId, succeeded: true, feeUnits: FEE, blockHash: head.hash },
    ])
  })

  test.each([
    { merchantHolds: 0n, received: LEAST + FEE + 1_000n, share: 2_000n, reason: 'needs to exist' },
    { merchantHolds: LEAST, received: LEAST + FEE - 1n, share: 0n, reason: 'cannot pay a fee' },
  ])('The runtime refuses a forward where the plan refuses it: $reason', async ({ merchantHolds, received, share, reason }) => {
    const { deposit, merchant, platform, plan } = await prepare({ received, share, merchantHolds, platformHolds: LEAST })
    expect(plan).toMatchObject({ outcome: 'unforwardable', reason: expect.stringContaining(reason) })
    const legs = [
      { address: merchant.address, units: received - FEE - share },
      { address: platform.address, units: share },
    ].filter(({ units }) => units > 0n)
    const lifetime = await chain.ask.lifetime()
    const signed = await signSolForward({ privateKey: deposit.key, balanceUnits: received, legs, feeUnits: FEE, lifetime })
    expect(await chain.node.broadcast(signed.raw)).toMatchObject({
      outcome: 'refused',
      reason: expect.stringContaining('InsufficientFundsForRent'),
      obstacle: 'not_the_fee',
    })
  })

  test('A forward gives the same bytes again, which web3.js reads, and only with every signature valid', async () => {
    const { deposit, plan } = await prepare({ received: 100_000_000n, share: 0n, merchantHolds: 0n, platformHolds: 0n })
    if (plan.outcome === 'unforwardable') throw new Error(plan.reason)
    const lifetime = await chain.ask.lifetime()
    const request = { privateKey: deposit.key, balanceUnits: 100_000_000n, legs: plan.legs, feeUnits: FEE, lifetime }
    const [first, again] = [await signSolForward(request), await signSolForward(request)]
    expect(again).toEqual(first)
    const read = VersionedTransaction.deserialize(first.raw)
    expect(read.message.staticAccountKeys[0]?.toBase58()).toBe(deposit.address)
    const tampered = Uint8Array.from(first.raw)
    tampered[1] = (tampered[1] ?? 0) ^ 1
    expect(await chain.node.broadcast(tampered)).toMatchObject({ outcome: 'refused' })
  })

  test('A forward is refused when a small deposit came in between, and possible with the new balance', async () => {
    const received = 100_000_000n
    const { deposit, merchant, plan } = await prepare({ received, share: 0n, merchantHolds: 0n, platformHolds: 0n })
    const signed = await sign(deposit.key, plan, received)
    await fund([{ to: deposit.address, units: 1_000n }])
    expect(await chain.node.broadcast(signed.raw)).toMatchObject({ outcome: 'refused' })
    const legs = [{ address: merchant.address, units: received + 1_000n - FEE }]
    const lifetime = await chain.ask.lifetime()
    const second = await signSolForward({ privateKey: deposit.key, balanceUnits: received + 1_000n, legs, feeUnits: FEE, lifetime })
    expect(await chain.node.broadcast(second.raw)).toEqual({ outcome: 'accepted' })
    await chain.finalize()
    expect(await balancesOf(deposit.address)).toEqual([0n])
  })

  test('A forward is never signed unless it uses up the balance', async () => {
    const { key, address: to } = newKey()
    const lifetime = await chain.ask.lifetime()
    const request = { privateKey: key, feeUnits: FEE, lifetime }
    const legs = [{ address: to, units: 10n }]
    await expect(signSolForward({ ...request, balanceUnits: 5_011n, legs })).rejects.toThrow(UnbalancedForward)
    await expect(signSolForward({ ...request, balanceUnits: 5_009n, legs })).rejects.toThrow(UnbalancedForward)
    await expect(signSolForward({ ...request, balanceUnits: 5_010n, legs: [...legs, { address: to, units: 0n }] })).rejects.toThrow(
      UnbalancedForward,
    )
    await expect(signSolForward({ ...request, balanceUnits: 5_000n, legs: [] })).rejects.toThrow(UnbalancedForward)
  })

  test('A forward lapses once its blockhash has, and not before that is final', async () => {
    const { deposit, plan } = await prepare({ received: 100_000_000n, share: 0n, merchantHolds: 0n, platformHolds: 0n })
    const signed = await sign(deposit.key, plan, 100_000_000n)
    expect(await chain.ask.lapse(signed)).toBe('open')
    await tickSolana(chain.solana, 150 - FINAL_SLOTS + 1)
    expect(await chain.node.broadcast(signed.raw)).toMatchObject({
      outcome: 'unknown',
      reason: expect.stringContaining('expired'),
      obstacle: 'not_the_fee',
    })
    expect(await chain.ask.lapse(signed)).toBe('open')
    await tickSolana(chain.solana, FINAL_SLOTS)
    expect(await chain.ask.lapse(signed)).toBe('lapsed')
  })

  test('A forward that is in a block never lapses', async () => {
    const { deposit, plan } = await prepare({ received: 100_000_000n, share: 0n, merchantHolds: 0n, platformHolds: 0n })
    const signed = await sign(deposit.key, plan, 100_000_000n)
    await chain.node.broadcast(signed.raw)
    await tickSolana(chain.solana, 300)
    expect(await chain.ask.lapse(signed)).toBe('landed')
    expect(await chain.node.broadcast(signed.raw)).toEqual({ outcome: 'known' })
  })
})

describe('a forward of USDC', () => {
  async function prepare(units: bigint, merchantUnits?: bigint) {
    const [deposit, gasPayer, merchant, platform] = [newKey(), newKey(), newKey(), newKey()]
    await fund([{ to: gasPayer.address, units: 100_000_000n }])
    await paySolanaToken(chain.solana, { to: deposit.address, units })
    if (merchantUnits !== undefined) await paySolanaToken(chain.solana, { to: merchant.address, units: merchantUnits })
    await chain.finalize()
    const request: TokenForward = {
      depositKey: deposit.key,
      gasPayerKey: gasPayer.key,
      mint: chain.rail.usdc,
      decimals: 6,
      holdings: await chain.ask.holdings(deposit.address),
      legs: [{ address: merchant.address, units, mayOpen: true }],
      closes: await associatedAccountOf(deposit.address, chain.rail.usdc),
      lifetime: await chain.ask.lifetime(),
    }
    return { deposit, gasPayer, merchant, platform, request }
  }

  const tokensOf = async (owner: Address) => (await chain.ask.holdings(owner)).map(({ units }) => units)

  test('A forward pays both legs, opens the payees’ accounts and closes the deposit’s, whose rent the gas payer gets', async () => {
    const { deposit, gasPayer, merchant, platform, request } = await prepare(12_000_000n)
    const legs = [
      { address: merchant.address, units: 11_880_000n, mayOpen: true },
      { address: platform.address, units: 120_000n, mayOpen: true },
    ]
    const signed = await signTokenForward({ ...request, legs })
    expect(await chain.node.broadcast(signed.raw)).toEqual({ outcome: 'accepted' })
    const head = await chain.finalize()
    expect(await tokensOf(merchant.address)).toEqual([11_880_000n])
    expect(await tokensOf(platform.address)).toEqual([120_000n])
    expect(await tokensOf(deposit.address)).toEqual([])
    expect(await balancesOf(await ataOf(deposit.address), deposit.address)).toEqual([0n, 0n])
    expect(await balancesOf(gasPayer.address)).toEqual([100_000_000n - 2n * FEE - 2n * ATA_RENT + ATA_RENT])
    const block = await chain.node.readBlock(head.height)
    expect(block?.spends?.filter(({ from }) => from === deposit.address)).toEqual([
      { txId: signed.txId, from: deposit.address, asset: 'USDC_SOL', token: null, units: 12_000_000n },
    ])
    const paid = new Map(block?.transfers.map(({ to, asset, units }) => [to, `${asset} ${units}`]))
    expect(paid).toEqual(
      new Map([
        [merchant.address, 'USDC_SOL 11880000'],
        [platform.address, 'USDC_SOL 120000'],
      ]),
    )
  })

  test('A forward costs the gas payer no rent where the merchant has an account already', async () => {
    const { gasPayer, merchant, request } = await prepare(12_000_000n, 1n)
    const signed = await signTokenForward(request)
    expect(await chain.node.broadcast(signed.raw)).toEqual({ outcome: 'accepted' })
    await chain.finalize()
    expect(await tokensOf(merchant.address)).toEqual([12_000_001n])
    expect(await balancesOf(gasPayer.address)).toEqual([100_000_000n - 2n * FEE + ATA_RENT])
  })

  test('A forward is refused when a deposit came in between: an account with tokens is not closed', async () => {
    const { deposit, merchant, request } = await prepare(12_000_000n)
    const signed = await signTokenForward(request)
    await paySolanaToken(chain.solana, { to: deposit.address, units: 1n })
    await chain.finalize()
    expect(await chain.node.broadcast(signed.raw)).toMatchObject({ outcome: 'refused' })
    const holdings = await chain.ask.holdings(deposit.address)
    const legs = [{ address: merchant.address, units: 12_000_001n, mayOpen: true }]
    const second = await signTokenForward({ ...request, holdings, legs, lifetime: await chain.ask.lifetime() })
    expect(await chain.node.broadcast(second.raw)).toEqual({ outcome: 'accepted' })
  })

  test('A forward opens no account that has to exist: where its owner has closed it, the nodes refuse it and the gas payer pays nothing', async () => {
    const { gasPayer, merchant, request } = await prepare(12_000_000n)
    const signed = await signTokenForward({ ...request, legs: [{ address: merchant.address, units: 12_000_000n, mayOpen: false }] })
    expect(await chain.node.broadcast(signed.raw)).toMatchObject({ outcome: 'refused' })
    await chain.finalize()
    expect(await balancesOf(gasPayer.address)).toEqual([100_000_000n])
  })

  test('A forward waits for gas money when the gas payer has none', async () => {
    const { request } = await prepare(12_000_000n)
    const signed = await signTokenForward({ ...request, gasPayerKey: newKey().key })
    expect(await chain.node.broadcast(signed.raw)).toMatchObject({ outcome: 'unknown', obstacle: 'gas_money' })
  })

  test('A forward is signed by the gas payer and the deposit, and by no other key', async () => {
    const { deposit, gasPayer, request } = await prepare(12_000_000n)
    const signed = await signTokenForward(request)
    const { signatures } = getTransactionDecoder().decode(signed.raw)
    expect(Object.keys(signatures)).toEqual([gasPayer.address, deposit.address])
  })

  test('A forward empties every account of the deposit, and closes the associated one only: another account may have another closing authority', async () => {
    const { deposit, merchant, request } = await prepare(12_000_000n)
    for (const units of [3n, 0n, 2_000_000n]) await placeTokens(deposit.address, units)
    await chain.finalize()
    const holdings = await chain.ask.holdings(deposit.address)
    expect(holdings.map(({ units }) => units)).toEqual([12_000_000n, 2_000_000n, 3n, 0n])
    const signed = await signTokenForward({
      ...request,
      holdings,
      legs: [{ address: merchant.address, units: 14_000_003n, mayOpen: true }],
    })
    expect(await chain.node.broadcast(signed.raw)).toEqual({ outcome: 'accepted' })
    await chain.finalize()
    expect(await tokensOf(merchant.address)).toEqual([14_000_003n])
    expect(await tokensOf(deposit.address)).toEqual([0n, 0n, 0n])
  })

  test('A forward is not signed with more accounts than fit into a transaction', async () => {
    const { merchant, request } = await prepare(12_000_000n)
    const more = Array.from({ length: 20 }, () => ({ account: newKey().address, units: 1n }))
    const legs = [{ address: merchant.address, units: 12_000_020n, mayOpen: true }]
    await expect(signTokenForward({ ...request, holdings: [...request.holdings, ...more], legs })).rejects.toThrow(/size|bytes/i)
  })

  /** Puts a token account that no derivation leads to into the chain. */
  async function placeTokens(owner: Address, units: bigint): Promise<void> {
    const token = { mint: chain.rail.usdc, owner, amount: units, delegate: null, state: AccountState.Initialized, isNative: null }
    const data = Buffer.from(getTokenEncoder().encode({ ...token, delegatedAmount: 0n, closeAuthority: null })).toString('base64')
    await placeSolanaAccount(chain.solana, { address: newKey().address, lamports: Number(ATA_RENT), owner: TOKEN_PROGRAM_ADDRESS, data })
  }

  test('A forward is never signed unless the legs use up the holdings', async () => {
    const { merchant, request } = await prepare(12_000_000n)
    const sign = (units: bigint) => signTokenForward({ ...request, legs: [{ address: merchant.address, units, mayOpen: true }] })
    await expect(sign(11_999_999n)).rejects.toThrow(UnbalancedForward)
    await expect(sign(12_000_001n)).rejects.toThrow(UnbalancedForward)
    await expect(signTokenForward({ ...request, holdings: [], legs: [] })).rejects.toThrow(UnbalancedForward)
  })
})
