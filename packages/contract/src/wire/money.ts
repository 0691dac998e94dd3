import { type AssetCode, assetCodes, isAssetCode } from '@gateway/domain/money/asset'
import { type Decimal, findJsonDecimal, findPlainDecimal } from '@gateway/domain/money/decimal'
import { type FiatCode, fiatCodes, isFiatCode } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { findInexactSource } from './json.ts'
import { type Read, scalar } from './scalar.ts'

const LONGEST_CODE = 16

/**
 * A positive fiat amount, as the exact decimal that was sent.
 * Its precision is validated where the currency is known.
 */
export const FiatAmount = scalar<number | string, Decimal>(readAmount, {
  description: 'The fiat amount is above 0: a JSON number, or the same number as a string, with at most 2 decimals, and none for JPY.',
  example: 12.5,
  type: ['number', 'string'],
})

/** A positive amount of a coin, as the exact decimal that was sent. The operation rounds it to the asset's decimals. */
export const CryptoAmount = scalar<number | string, Decimal>(readAmount, {
  description:
    'The amount of the coin is above 0: a JSON number, or the same number as a string. It is rounded to the decimals of the coin.',
  example: 0.05,
  type: ['number', 'string'],
})

/** The asset of a payment; case-insensitive. */
export const AssetName = scalar<string, AssetCode>((raw) => readCode(raw, isAssetCode, unsupportedAsset), {
  description: 'The coin or token of the payment, in any case.',
  example: 'BTC',
  type: 'string',
  enum: assetCodes,
})

/** The fiat currency of a price; case-insensitive. */
export const CurrencyName = scalar<string, FiatCode>((raw) => readCode(raw, isFiatCode, unsupportedCurrency), {
  description: 'The fiat currency is an ISO 4217 code in any case.',
  example: 'USD',
  type: 'string',
  enum: fiatCodes,
})

/** A crypto amount in an answer. */
export const DecimalString = z.string().meta({
  description: 'The exact amount is a decimal string, without an exponent and with at most the decimals of the asset.',
  example: '0.0015',
})

/** A fiat amount or price in an answer. */
export const FiatNumber = z.number().meta({ description: 'The amount is in whole units of the fiat currency.', example: 12.5 })

const notPositive: Read<never> = { problem: 'must be greater than 0', code: 'INVALID_AMOUNT' }
const noAmount: Read<never> = { problem: 'must be a number, such as 12.5 or "12.50"', code: 'INVALID_AMOUNT' }
const unsupportedAsset: Read<never> = { problem: `must be one of ${assetCodes.join(', ')}`, code: 'UNSUPPORTED_BLOCKCHAIN' }
const unsupportedCurrency: Read<never> = { problem: `must be one of ${fiatCodes.join(', ')}`, code: 'UNSUPPORTED_CURRENCY' }

function readAmount(raw: unknown): Read<Decimal> {
  const value = findAmount(raw)
  if (!value) return noAmount
  return value.digits > 0n ? { value } : notPositive
}

function findAmount(raw: unknown): Decimal | undefined {
  if (typeof raw === 'string') return findPlainDecimal(raw)
  const source = typeof raw === 'number' ? String(raw) : findInexactSource(raw)
  return source === undefined ? undefined : findJsonDecimal(source)
}

/** The canonical spelling of a case-insensitive code, or the refusal. */
export function readCode<Code extends string>(raw: unknown, isCode: (text: string) => text is Code, refusal: Read<never>): Read<Code> {
  if (typeof raw !== 'string' || raw.length > LONGEST_CODE) return refusal
  const code = raw.replace(/[a-z]/g, (char) => char.toUpperCase())
  return isCode(code) ? { value: code } : refusal
}
