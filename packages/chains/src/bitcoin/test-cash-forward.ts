import { createVirtualMachineBCH, decodeTransactionBCH } from '@bitauth/libauth'
import { expect } from 'vitest'
import { addressScript } from './address.ts'
import { buildForward, type SignedForward } from './forward.ts'
import { addressOfPrivateKey } from './keys.ts'

type Request = Parameters<typeof buildForward>[0]

/** Signs a forward of a test, and has libauth's virtual machine run it by today's standard rules. */
export function verifiedCashForward(request: Request): SignedForward {
  const signed = buildForward(request)
  expect(cashVerdict(signed.raw, request)).toBe(true)
  return signed
}

/** True for a transaction that nodes accept when these deposits are unspent, or the reason why not; `request` names them in order. */
export function cashVerdict(raw: Uint8Array, { network, inputs }: Pick<Request, 'network' | 'inputs'>): true | string {
  const transaction = decodeTransactionBCH(raw)
  if (typeof transaction === 'string') return transaction
  const known = new Map(inputs.map((input) => [`${input.txId}:${input.vout}`, input]))
  const sourceOutputs = transaction.inputs.map(({ outpointTransactionHash, outpointIndex }) => {
    const input = known.get(`${Buffer.from(outpointTransactionHash).toString('hex')}:${outpointIndex}`)
    if (!input) throw new Error('it spends an unknown output')
    return { lockingBytecode: addressScript(network, addressOfPrivateKey(network, input.privateKey)), valueSatoshis: input.units }
  })
  return createVirtualMachineBCH(true).verify({ sourceOutputs, transaction })
}
