import { MAX_SATS, MSAT_PER_SAT } from '@gateway/domain/lightning/amounts'
import { NotFound } from '@gateway/domain/kernel/error'
import { z } from 'zod'
import { findInexactSource } from '../wire/json.ts'
import { type Read, scalar } from '../wire/scalar.ts'

const DIGITS = /^\d{1,12}$/
const WALLET_ID = /^[A-Za-z0-9_-]{1,64}$/
const HASH = /^[0-9a-f]{64}$/i

/** Whole satoshis in an answer. */
export const Sats = z.int().meta({ description: 'The amount is in whole satoshis.', example: 1_000 })
/** Millisatoshis in an answer. */
export const Msat = z.int().meta({ description: 'The amount is in millisatoshis.', example: 1_000_000 })

/** A positive amount of whole satoshis, as millisatoshis. A fraction is rejected. */
export const SatsAmount = scalar<number | string, bigint>(readSats, {
  description: `The amount is an integer of satoshis, 1 to ${MAX_SATS}.`,
  example: 1_000,
  type: 'integer',
  minimum: 1,
  maximum: Number(MAX_SATS),
})

const walletMeta = {
  description: 'Your own name of the wallet: 1 to 64 of `A-Z`, `a-z`, `0-9`, `_` and `-`.',
  example: 'main',
  type: 'string',
  minLength: 1,
  maxLength: 64,
} as const

/** A wallet in an answer. */
export const WalletIdView = z.string().meta({ description: 'Your own name of the wallet.', example: 'main' })

/** A wallet that a request names. */
export const WalletName = scalar<string, string>(
  (raw) => (typeof raw === 'string' && WALLET_ID.test(raw) ? { value: raw } : { problem: 'must be 1 to 64 of A-Z, a-z, 0-9, _ and -' }),
  walletMeta,
)

/** A payment hash in the path. A malformed one is that of no payment. */
export const PaymentHashName = scalar<string, string>(
  (raw) => {
    if (typeof raw === 'string' && HASH.test(raw)) return { value: raw.toLowerCase() }
    throw new NotFound('Lightning payment')
  },
  {
    description: 'The payment hash of the invoice, in hexadecimal.',
    example: '0001020304050607080900010203040506070809000102030405060708090102',
    type: 'string',
    minLength: 64,
    maxLength: 64,
  },
)

function readSats(raw: unknown): Read<bigint> {
  const source = typeof raw === 'number' ? String(raw) : (findInexactSource(raw) ?? raw)
  if (typeof source !== 'string' || !DIGITS.test(source)) return { problem: 'must be an integer of satoshis', code: 'INVALID_AMOUNT' }
  const sats = BigInt(source)
  if (sats === 0n) return { problem: 'must be greater than 0', code: 'INVALID_AMOUNT' }
  if (sats > MAX_SATS) return { problem: `must be at most ${MAX_SATS}`, code: 'AMOUNT_TOO_LARGE' }
  return { value: sats * MSAT_PER_SAT }
}
