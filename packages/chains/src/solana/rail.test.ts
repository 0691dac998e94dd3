import { base58 } from '@scure/base'
import { describe, expect, test } from 'vitest'
import { hasGenesis, solanaNetworks } from '../definitions/solana.ts'
import type { FeeEstimate } from '../rail/fee-estimate.ts'
import { createSolanaRail, isSolanaRail } from './rail.ts'

const rail = createSolanaRail({ network: 'mainnet-beta' })
const fees: FeeEstimate = {
  family: 'signature',
  lamportsPerSignature: 5_000n,
  leastBalance: 650_240n,
  tokenAccountRent: 1_488_440n,
  blockhash: '1',
  lastValidBlockHeight: 1_150,
  blockHeight: 1_000,
}
const wallet = '5vftMkHL72JaJG6ExQfGAsT2uGVHpRR7oTNUPMs68Y2N'

describe('the rail of Solana', () => {
  test.each([
    { asset: 'SOL', units: 1_500_000_000n, uri: `solana:${wallet}?amount=1.5` },
    { asset: 'SOL', units: 1n, uri: `solana:${wallet}?amount=0.000000001` },
    { asset: 'SOL', units: 10n ** 18n, uri: `solana:${wallet}?amount=1000000000` },
    { asset: 'USDC_SOL', units: 10_000n, uri: `solana:${wallet}?amount=0.01&spl-token=${rail.usdc}` },
  ] as const)('asks for $units units of $asset by $uri, in the link and in the QR image', ({ asset, units, uri }) => {
    expect(rail.paymentUri({ asset, address: wallet, units })).toBe(uri)
    expect(rail.qrText({ asset, address: wallet, units })).toBe(uri)
  })

  test('names the payee, and a reference that is the same for each link of a payment and no other', () => {
    const uriOf = (subjectId: string) =>
      rail.paymentUri({ asset: 'USDC_SOL', address: wallet, units: 10_000n, label: 'Café & Söhne', subjectId })
    const [, reference = ''] =
      /^solana:\w+\?amount=0\.01&spl-token=\w+&reference=(\w+)&label=Caf%C3%A9%20%26%20S%C3%B6hne$/.exec(uriOf('p1')) ?? []
    expect(base58.decode(reference)).toHaveLength(32)
    expect([uriOf('p1') === uriOf('p1'), uriOf('p1') === uriOf('p2')]).toEqual([true, false])
  })

  test('A forward of SOL pays for itself, and at least as much as a new account needs', () => {
    expect(rail.forwardCost(fees, { asset: 'SOL', deposits: 3 })).toEqual({ units: 5_000n, fromDeposit: true, leastUnits: 650_240n })
  })

  test('Any number of deposits of SOL leaves at once, and ten of USDC', () => {
    expect(rail.spendBounds?.('SOL', undefined)).toBeUndefined()
    expect(rail.spendBounds?.('USDC_SOL', undefined)).toEqual({ most: 10, costUnits: 0n })
  })

  test('The platform pays two signatures for a forward of USDC', () => {
    expect(rail.forwardCost(fees, { asset: 'USDC_SOL', deposits: 1 })).toEqual({ units: 10_000n, fromDeposit: false, leastUnits: 0n })
  })

  test.each([
    { left: 150, ageMs: 0, leaves: true },
    { left: 150, ageMs: 10_000, leaves: true },
    { left: 150, ageMs: 10_001, leaves: false },
    { left: 118, ageMs: 3_600, leaves: true },
    { left: 118, ageMs: 3_601, leaves: false },
    { left: 100, ageMs: 0, leaves: true },
    { left: 100, ageMs: 1, leaves: false },
    { left: 99, ageMs: 0, leaves: false },
  ])(
    'A blockhash of $left blocks, read $ageMs ms ago at 200 ms a block, leaves a hundred to sign with: $leaves',
    ({ left, ageMs, leaves }) => {
      expect(rail.leavesTime?.({ ...fees, lastValidBlockHeight: 1_000 + left }, ageMs)).toBe(leaves)
    },
  )

  test.each([
    { opened: 0, returnedUnits: 0n, units: 10_000n },
    { opened: 1, returnedUnits: 0n, units: 1_498_440n },
    { opened: 1, returnedUnits: 1_488_440n, units: 10_000n },
    { opened: 1, returnedUnits: 1_000_000n, units: 498_440n },
    { opened: 1, returnedUnits: 2_039_280n, units: 10_000n },
    { opened: 2, returnedUnits: 2_039_280n, units: 947_600n },
  ])('A payout of tokens that opens $opened accounts and gets $returnedUnits back costs $units', ({ units, ...accounts }) => {
    expect(rail.payoutCost(fees, { asset: 'USDC_SOL', owner: 'payment', payees: 2, deposits: 1, accounts })).toBe(units)
  })

  test('judges a fee that the protocol never had as above the cap', () => {
    const judge = (lamportsPerSignature: bigint) =>
      rail.judgeFee({ ...fees, lamportsPerSignature }, { gasPrice: undefined, milliSatsPerVbyte: undefined }).isAboveCap
    expect([judge(5_000n), judge(50_000n), judge(50_001n)]).toEqual([false, false, true])
    expect(() => rail.judgeFee({ family: 'utxo', milliSatsPerVbyte: 1n }, { gasPrice: undefined, milliSatsPerVbyte: undefined })).toThrow(
      TypeError,
    )
  })

  test('knows the assets of its mints', () => {
    expect(rail.assetOfMint(null)).toBe('SOL')
    expect(rail.assetOfMint(rail.usdc)).toBe('USDC_SOL')
    expect(rail.assetOfMint(wallet)).toBe(null)
    expect(isSolanaRail(rail)).toBe(true)
  })

  test('needs a mint where the network has no default, and takes no other thing for one', () => {
    expect(() => createSolanaRail({ network: 'local' })).toThrow('USDC mint is required')
    expect(() => createSolanaRail({ network: 'local', usdc: 'usdc' })).toThrow('USDC mint must be')
    expect(createSolanaRail({ network: 'local', usdc: wallet }).usdc).toBe(wallet)
    expect(createSolanaRail({ network: 'devnet' }).parseAddress(solanaNetworks.devnet.usdc)).toEqual({ problem: 'is the USDC mint' })
  })
})

describe('the seal of a network', () => {
  const { local, devnet, testnet } = solanaNetworks

  test('The seal of a public network is its genesis', () => {
    expect(hasGenesis(devnet, devnet.genesisHash)).toBe(true)
    expect(hasGenesis(devnet, testnet.genesisHash)).toBe(false)
    expect(hasGenesis(devnet, 'another')).toBe(false)
  })

  test('The seal of a local network is any other genesis', () => {
    expect(hasGenesis(local, 'another')).toBe(true)
    expect(hasGenesis(local, devnet.genesisHash)).toBe(false)
    expect(hasGenesis(local, solanaNetworks['mainnet-beta'].genesisHash)).toBe(false)
  })
})
