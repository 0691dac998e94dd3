import { address, lamports } from '@solana/kit'
import { type Ledger, tipOf } from './ledger.ts'

/** An account in plain values: its content is base64. */
export interface PlainAccount {
  readonly address: string
  readonly lamports: number
  readonly owner: string
  readonly data: string
}

/** Puts an account into the open block without a transaction; a fork takes it back like those. */
export function placeAccount(ledger: Ledger, plain: PlainAccount): string {
  const at = address(plain.address)
  const data = Uint8Array.from(Buffer.from(plain.data, 'base64'))
  const space = BigInt(data.length)
  tipOf(ledger).before.push(ledger.svm.getAccount(at))
  ledger.svm.setAccount({
    address: at,
    lamports: lamports(BigInt(plain.lamports)),
    data,
    executable: false,
    programAddress: address(plain.owner),
    space,
  })
  return at
}
