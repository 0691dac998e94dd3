import { decodeTransactionBCH, encodeTransactionBCH, hexToBin, type Output } from '@bitauth/libauth'
import { WIF } from '@scure/btc-signer'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../../vectors/bitcoin-cash-keys.json' with { type: 'json' }
import { getBitcoinNetwork } from '../../definitions/bitcoin.ts'
import { bitcoinCashNetworks } from '../../definitions/bitcoin-cash.ts'
import { accountPath } from '../../key-account.ts'
import { addressScript, findScriptAddress } from '../address.ts'
import { planForward } from '../forward-plan.ts'
import { DustOutput } from '../forward.ts'
import { addressOfPrivateKey, bitcoinKeys } from '../keys.ts'
import { createBitcoinRail } from '../rail.ts'
import { buildScript, cashScriptForms } from '../script.ts'
import { cashVerdict, verifiedCashForward } from '../test-cash-forward.ts'
import { findTransactionId, RawTransaction, readEffects, virtualSize } from '../transaction.ts'
import type { SpendInput } from './format.ts'

const network = getBitcoinNetwork('BCH', 'mainnet')
const privateKey = new Uint8Array(32).fill(1)

const addresses = cashScriptForms.map(
  (form) => findScriptAddress(network, buildScript({ form, payload: new Uint8Array(form.payloadBytes) })) ?? '',
)
const [merchant = '', platform = ''] = addresses
const deposit = (vout: number, units: bigint): SpendInput => ({ txId: 'ab'.repeat(32), vout, units, privateKey })
const decode = (raw: Uint8Array) => {
  const transaction = decodeTransactionBCH(raw)
  if (typeof transaction === 'string') throw new Error(transaction)
  return transaction
}

describe('deposit keys of Bitcoin Cash', () => {
  test.each(vectors.receiving)('match the published vector $path, $address', ({ path, idx, address }) => {
    const account = bitcoinKeys.deposit({ rail: { chain: 'BCH', network: 'mainnet' }, seed: hexToBin(vectors.seed), generation: 0 })
    expect(`${accountPath({ purpose: 44, coinType: network.coinType, generation: 0 })}/${idx}`).toBe(path)
    expect(account.address(idx)).toBe(address)
  })

  test('A test network has deposit keys of its own', () => {
    const rail = { chain: 'BCH', network: 'regtest' } as const
    const account = bitcoinKeys.deposit({ rail, seed: hexToBin(vectors.seed), generation: 0 })
    expect(account.address(0)).toMatch(/^bchreg:q/)
    const { wif, prefix, pubKeyHash, scriptHash } = bitcoinCashNetworks.regtest
    expect(WIF({ wif, bech32: prefix, pubKeyHash, scriptHash }).encode(account.privateKey(0))).toMatch(/^c/)
    expect(account.address(0).slice(7)).not.toContain(vectors.receiving[0]?.address.slice(12, 30))
  })
})

describe('a forward of Bitcoin Cash', () => {
  const request = { network, inputs: [deposit(3, 9_000n), deposit(1, 8_000n)], outputs: [{ address: merchant, units: 16_000n }] }

  test('A forward is valid by libauth, gives the same bytes every time, and cannot be replaced', () => {
    const first = verifiedCashForward(request)
    const second = verifiedCashForward({ ...request, inputs: request.inputs.toReversed() })
    expect(second).toEqual(first)
    expect(first).toMatchObject({
      txId: findTransactionId(first.raw),
      feeUnits: 1_000n,
      inputs: [1, 3].map((vout) => ({ resource: 'ab'.repeat(32), sequence: vout })),
    })
    const { inputs, version, locktime } = decode(first.raw)
    expect([version, locktime, ...inputs.map(({ sequenceNumber }) => sequenceNumber)]).toEqual([2, 0, 0xffff_ffff, 0xffff_ffff])
  })

  test('A forward is invalid with one flipped bit, or over another amount', () => {
    const { raw } = verifiedCashForward(request)
    for (const place of [45, 60, 100, raw.length - 20]) {
      const changed = Uint8Array.from(raw)
      changed[place] = (changed[place] ?? 0) ^ 1
      expect(cashVerdict(changed, request)).not.toBe(true)
    }
    expect(cashVerdict(raw, { network, inputs: [deposit(3, 9_001n), deposit(1, 8_000n)] })).not.toBe(true)
  })

  test.each(addresses.map((address, at) => [address, [546n, 540n, 576n][at] ?? 0n] as const))(
    'rejects an output to %s below %s satoshis, where nodes call it dust',
    (address, dust) => {
      const build = (units: bigint) => verifiedCashForward({ network, inputs: [deposit(0, 9_000n)], outputs: [{ address, units }] })
      expect(() => build(dust - 1n)).toThrow(DustOutput)
      const { raw } = build(dust)
      const poorer = decode(raw)
      const [output] = poorer.outputs
      const inputs = [deposit(0, 9_000n)]
      if (output) output.valueSatoshis = dust - 1n
      expect(cashVerdict(encodeTransactionBCH(poorer), { network, inputs })).toContain('dust')
    },
  )

  test('A forward never pays an address of Bitcoin', () => {
    const outputs = [{ address: '1BpEi6DfDAUFd7GtittLSdBeYJvcoaVggu', units: 8_000n }]
    expect(() => verifiedCashForward({ network, inputs: [deposit(0, 9_000n)], outputs })).toThrow('old format')
  })

  test('A forward has exactly the planned size, and all parts add up', () => {
    const fields = {
      deposits: fc.array(fc.bigInt(2_000n, 10n ** 10n), { minLength: 1, maxLength: 4 }),
      payeeAddress: fc.constantFrom(...addresses),
      platformAddress: fc.constantFrom(...addresses),
      platformBps: fc.bigInt(0n, 1_000n),
      milliSatsPerVbyte: fc.bigInt(1_000n, 20_000n),
    }
    fc.assert(
      fc.property(fc.record(fields), ({ deposits, platformBps, ...terms }) => {
        const receivedUnits = deposits.reduce((sum, deposited) => sum + deposited, 0n)
        const platformUnits = (receivedUnits * platformBps) / 10_000n
        const plan = planForward({ ...terms, network, receivedUnits, platformUnits, inputCount: deposits.length })
        fc.pre(plan.outcome === 'planned')
        expect(plan.merchantUnits + plan.platformUnits + plan.networkFeeUnits).toBe(receivedUnits)
        const inputs = deposits.map((deposited, vout) => deposit(vout, deposited))
        const built = verifiedCashForward({ network, inputs, outputs: plan.outputs })
        expect([built.vsize, built.raw.length, virtualSize(built.raw)]).toEqual([plan.vsize, plan.vsize, plan.vsize])
        expect(built.feeUnits).toBe(plan.networkFeeUnits)
        const estimate = rail.forwardCost(
          { family: 'utxo', milliSatsPerVbyte: terms.milliSatsPerVbyte },
          { asset: 'BCH', deposits: deposits.length },
        )
        expect(estimate.units).toBeGreaterThanOrEqual(plan.networkFeeUnits)
      }),
      { numRuns: 30 },
    )
  })
})

const rail = createBitcoinRail({ chain: 'BCH', network: 'mainnet' })

describe('the rail of Bitcoin Cash', () => {
  test('The rail never replaces a transaction, and waits for ten blocks', () => {
    expect(rail).toMatchObject({
      chain: 'BCH',
      network: 'mainnet',
      addressing: 'pool',
      assets: ['BCH'],
      finalDepth: 10,
      isReplaceable: false,
    })
    expect(rail.spendBounds?.('BCH', { family: 'utxo', milliSatsPerVbyte: 1_000n })).toEqual({ most: 150, costUnits: 141n })
  })

  test('A payment link has the address and the exact amount', () => {
    const request = { asset: 'BCH', address: 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a', units: 12_345_678n } as const
    expect(rail.paymentUri(request)).toBe(`${request.address}?amount=0.12345678`)
    expect(rail.qrText({ ...request, units: 1n })).toBe(`${request.address}?amount=0.00000001`)
  })

  test('A forward costs at least one satoshi per byte, and its dust limit is the largest', () => {
    const cost = rail.forwardCost({ family: 'utxo', milliSatsPerVbyte: 1_000n }, { asset: 'BCH', deposits: 1 })
    expect(cost).toEqual({ units: 239n, fromDeposit: true, leastUnits: 576n })
  })
})

describe('an output with tokens', () => {
  const category = hexToBin('cd'.repeat(32))
  const lockingBytecode = addressScript(network, addressOfPrivateKey(network, privateKey))
  const effectsOf = (outputs: Output[]) => {
    const raw = encodeTransactionBCH({ ...decode(verifiedCashForward(plainRequest).raw), outputs })
    return readEffects(network, 'aa'.repeat(32), RawTransaction.decode(raw)).transfers
  }
  const plainRequest = { network, inputs: [deposit(0, 9_000n)], outputs: [{ address: platform, units: 8_000n }] }
  const to = addressOfPrivateKey(network, privateKey)
  const found = { ref: `${'aa'.repeat(32)}:0`, txId: 'aa'.repeat(32), vout: 0, to }

  test('An output with tokens is shown as an unsupported token without its coins, so that no forward burns it', () => {
    const fungible = { lockingBytecode, valueSatoshis: 100_000n, token: { category, amount: 500n } }
    expect(effectsOf([fungible])).toEqual([{ ...found, asset: null, token: 'cd'.repeat(32), units: 500n }])
  })

  test('A unique token counts as one', () => {
    const nft = { capability: 'none', commitment: hexToBin('0102') } as const
    const unique = { lockingBytecode, valueSatoshis: 100_000n, token: { category, amount: 0n, nft } }
    expect(effectsOf([unique])).toEqual([{ ...found, asset: null, token: 'cd'.repeat(32), units: 1n }])
  })

  test('An output without tokens is a deposit', () => {
    const plain = { ...found, asset: 'BCH', token: null, units: 100_000n }
    expect(effectsOf([{ lockingBytecode, valueSatoshis: 100_000n }])).toEqual([plain])
  })

  test('An output is no deposit either when its tokens cannot be read, or its script has no address', () => {
    const broken = Uint8Array.from([0xef, ...lockingBytecode])
    const nameless = { lockingBytecode: Uint8Array.of(0x51), valueSatoshis: 1_000n, token: { category, amount: 1n } }
    expect(effectsOf([{ lockingBytecode: broken, valueSatoshis: 100_000n }, nameless])).toEqual([])
  })
})
