import { RawTx } from '@scure/btc-signer/script.js'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../vectors/bitcoin-order.json' with { type: 'json' }
import { getBitcoinNetwork } from '../definitions/bitcoin.ts'
import { findScriptAddress } from './address.ts'
import type { SpendInput } from './formats/format.ts'
import { DustOutput, UnbalancedForward } from './forward.ts'
import { planForward } from './forward-plan.ts'
import { addressOfPrivateKey } from './keys.ts'
import { verifiedForward } from './test-forward.ts'
import { findTransactionId } from './transaction.ts'

const network = getBitcoinNetwork('BTC', 'mainnet')
const privateKey = new Uint8Array(32).fill(1)
const platform = addressOfPrivateKey(network, new Uint8Array(32).fill(2))
/** One address of each kind with its dust limit by Bitcoin Core's `GetDustThreshold`. */
const dustLimits: [string, bigint][] = [
  ['1FsSia9rv4NeEwvJ2GvXrX7LyxYspbN2mo', 546n],
  ['36j4NfKv6Akva9amjWrLG6MuSQym1GuEmm', 540n],
  ['bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4', 294n],
  ['bc1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qccfmv3', 330n],
  ['bc1p83n3au0rjylefxq2nc2xh2y4jzz4pm6zxj4mw5pagdjjr2a9f36s6jjnnu', 330n],
]
const addresses = dustLimits.map(([address]) => address)
const [merchant = ''] = addresses
const deposit = (vout: number, units: bigint): SpendInput => ({ txId: 'ab'.repeat(32), vout, units, privateKey })
const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex')

describe('buildForward', () => {
  test.each(vectors.transactions)('orders inputs and outputs by BIP-69', ({ inputs, outputs }) => {
    const spent = inputs.map((name) => ({
      txId: name.split(':')[0] ?? '',
      vout: Number(name.split(':')[1]),
      units: 10n ** 12n,
      privateKey,
    }))
    const paid = outputs.map(([units, script]) => ({
      address: findScriptAddress(network, Buffer.from(script ?? '', 'hex')) ?? '',
      units: BigInt(units ?? ''),
    }))
    const legs = paid.length > 0 ? paid : [{ address: merchant, units: 1_000n }]
    const signed = verifiedForward({ network, inputs: spent.toReversed(), outputs: legs.toReversed() })
    expect(signed.inputs).toEqual(spent.map(({ txId, vout }) => ({ resource: txId, sequence: vout })))
    const sent = RawTx.decode(signed.raw)
    expect(sent.outputs.map(({ amount }) => String(amount))).toEqual(legs.map(({ units }) => String(units)))
    expect(sent.inputs.map(({ txid, index }) => `${hex(txid)}:${index}`)).toEqual(inputs)
  })

  test('orders equal amounts by their scripts', () => {
    const legs = [merchant, platform].map((address) => ({ address, units: 5_000n }))
    const [one, other] = [legs, legs.toReversed()].map((outputs) => verifiedForward({ network, inputs: [deposit(0, 20_000n)], outputs }))
    expect(hex(one?.raw ?? new Uint8Array())).toBe(hex(other?.raw ?? new Uint8Array(1)))
  })

  test('gives the same bytes every time, for any order of deposits', () => {
    const inputs = [deposit(3, 9_000n), deposit(1, 8_000n), { ...deposit(0, 7_000n), txId: '01'.repeat(32) }]
    const outputs = [{ address: merchant, units: 20_000n }]
    const first = verifiedForward({ network, inputs, outputs })
    const second = verifiedForward({ network, inputs: inputs.toReversed(), outputs })
    expect(second).toEqual(first)
    expect(first).toMatchObject({ txId: findTransactionId(first.raw), feeUnits: 4_000n })
  })

  test('signals that a higher fee may replace it, and has no lock time', () => {
    const { raw } = verifiedForward({ network, inputs: [deposit(0, 9_000n)], outputs: [{ address: merchant, units: 8_000n }] })
    const sent = RawTx.decode(raw)
    expect(sent.inputs.map(({ sequence }) => sequence)).toEqual([0xffff_fffd])
    expect(sent).toMatchObject({ version: 2, lockTime: 0 })
  })

  test.each(dustLimits)('rejects an output to %s below %s satoshis', (address, dust) => {
    const build = (units: bigint) => verifiedForward({ network, inputs: [deposit(0, 9_000n)], outputs: [{ address, units }] })
    expect(() => build(dust - 1n)).toThrow(DustOutput)
    expect(build(dust).txId).toMatch(/^[0-9a-f]{64}$/)
  })

  test.each([
    ['more than the deposits carry', [deposit(0, 9_000n)], [{ address: merchant, units: 9_001n }]],
    ['one deposit twice', [deposit(0, 9_000n), deposit(0, 9_000n)], [{ address: merchant, units: 9_000n }]],
    ['nothing', [], [{ address: merchant, units: 9_000n }]],
    ['to nobody', [deposit(0, 9_000n)], []],
  ])('never spends %s', (_, inputs, outputs) => {
    expect(() => verifiedForward({ network, inputs, outputs })).toThrow(UnbalancedForward)
  })

  test('rejects an address of another network', () => {
    const outputs = [{ address: 'bcrt1qdavt4j2sd7dlhqsavtnfxvzppw6k7qy97tmnu9', units: 8_000n }]
    expect(() => verifiedForward({ network, inputs: [deposit(0, 9_000n)], outputs })).toThrow(RangeError)
  })
})

describe('planForward', () => {
  const request = {
    network,
    receivedUnits: 100_000n,
    inputCount: 1,
    payeeAddress: merchant,
    platformAddress: platform,
    milliSatsPerVbyte: 2_000n,
  }

  test('splits a deposit into platform share, network fee and merchant rest', () => {
    const plan = planForward({ ...request, platformUnits: 1_000n })
    const outputs = [
      { address: merchant, units: 98_712n },
      { address: platform, units: 1_000n },
    ]
    const rest = { merchantUnits: 98_712n, platformUnits: 1_000n, platformDust: false, networkFeeUnits: 288n, vsize: 144 }
    expect(plan).toEqual({ outcome: 'planned', outputs, ...rest })
  })

  test("pays a platform share below dust with the merchant's", () => {
    const plan = planForward({ ...request, platformUnits: 293n })
    const rest = { merchantUnits: 99_774n, platformUnits: 0n, platformDust: true, networkFeeUnits: 226n, vsize: 113 }
    expect(plan).toEqual({ outcome: 'planned', outputs: [{ address: merchant, units: 99_774n }], ...rest })
    expect(planForward({ ...request, platformUnits: 294n })).toMatchObject({ platformDust: false, platformUnits: 294n })
  })

  test('pays the merchant alone without a platform share', () => {
    expect(planForward({ ...request, platformUnits: 0n })).toMatchObject({ platformDust: false, outputs: [{ address: merchant }] })
    const single = { ...request, platformAddress: undefined }
    expect(planForward({ ...single, platformUnits: 0n })).toMatchObject({ platformDust: false, outputs: [{ address: merchant }] })
    expect(() => planForward({ ...single, platformUnits: 1_000n })).toThrow('A fee needs an address')
  })

  test('returns unforwardable when the fee leaves the merchant less than dust', () => {
    const reason = "The merchant's leg of 545 satoshis is below the dust limit of 546"
    expect(planForward({ ...request, receivedUnits: 771n, platformUnits: 0n })).toEqual({ outcome: 'unforwardable', reason })
    expect(planForward({ ...request, receivedUnits: 772n, platformUnits: 0n })).toMatchObject({ outcome: 'planned', merchantUnits: 546n })
  })

  test('returns unforwardable when the share exceeds the received amount', () => {
    expect(planForward({ ...request, platformUnits: 200_000n })).toMatchObject({ outcome: 'unforwardable' })
  })

  test('returns unforwardable for more deposits than nodes relay in one transaction', () => {
    const many = { ...request, receivedUnits: 10n ** 9n, platformUnits: 0n }
    expect(planForward({ ...many, inputCount: 1_500 })).toMatchObject({ outcome: 'unforwardable' })
    expect(planForward({ ...many, inputCount: 1_400 })).toMatchObject({ outcome: 'planned' })
    expect(() => planForward({ ...many, inputCount: 0 })).toThrow(RangeError)
  })

  test('bounds the signed transaction: all parts add up and it is never larger than planned', () => {
    const units = fc.bigInt(1_000n, 10n ** 10n)
    const fields = {
      deposits: fc.array(units, { minLength: 1, maxLength: 6 }),
      payeeAddress: fc.constantFrom(...addresses),
      platformAddress: fc.constantFrom(...addresses),
      platformBps: fc.bigInt(0n, 1_000n),
      milliSatsPerVbyte: fc.bigInt(1_000n, 300_000n),
      key: fc.uint8Array({ minLength: 32, maxLength: 32 }).filter((bytes) => bytes[0] !== 0 && bytes[0] !== 0xff),
    }
    fc.assert(
      fc.property(fc.record(fields), ({ deposits, platformBps, key, ...terms }) => {
        const receivedUnits = deposits.reduce((sum, deposited) => sum + deposited, 0n)
        const platformUnits = (receivedUnits * platformBps) / 10_000n
        const plan = planForward({ ...terms, network, receivedUnits, platformUnits, inputCount: deposits.length })
        fc.pre(plan.outcome === 'planned')
        expect(plan.merchantUnits + plan.platformUnits + plan.networkFeeUnits).toBe(receivedUnits)
        expect(plan.networkFeeUnits * 1_000n).toBeGreaterThanOrEqual(BigInt(plan.vsize) * terms.milliSatsPerVbyte)
        const inputs = deposits.map((deposited, vout) => ({ ...deposit(vout, deposited), privateKey: key }))
        const built = verifiedForward({ network, inputs, outputs: plan.outputs })
        expect(built.vsize).toBeLessThanOrEqual(plan.vsize)
        expect(built.vsize).toBeGreaterThanOrEqual(plan.vsize - deposits.length)
        expect(built.feeUnits).toBe(plan.networkFeeUnits)
      }),
      { numRuns: 60 },
    )
  })
})
