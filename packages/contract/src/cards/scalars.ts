import { NotFound } from '@gateway/domain/kernel/error'
import { isUuid } from '@gateway/domain/kernel/id'
import { z } from 'zod'
import { findInexactSource } from '../wire/json.ts'
import { type Read, scalar } from '../wire/scalar.ts'

const DIGITS = /^\d{1,12}$/

/** A positive amount of a card payment in the smallest unit of its currency; ¥500 is 500. A fraction is rejected. */
export const CardAmount = scalar<number | string, bigint>(readCardAmount, {
  description: 'The amount is an integer in the smallest unit of the currency, above 0: 2500 for 25 USD, 500 for ¥500.',
  example: 2500,
  type: 'integer',
  minimum: 1,
})

/** An amount of a card payment in an answer. */
export const CardUnits = z.int().meta({ description: 'The amount is in the smallest unit of the currency.', example: 2500 })

/** A currency of a card payment in an answer. */
export const CardCurrency = z.string().meta({ description: 'The currency is an ISO 4217 code in lower case.', example: 'usd' })

/** The processor's words for a currency. */
export const presentCardCurrency = (currency: string): string => currency.toLowerCase()

const EXAMPLE = '6f1c2f0e-7d5b-4c60-9d3c-0b9d2a6f6c11'

/** An object named by its id here or by one at the processor, which begins with one of the prefixes. A malformed id is an unknown one. */
export const cardObjectId = (noun: string, prefixes: readonly string[]) =>
  scalar<string, string>(
    (raw) => {
      if (isUuid(raw)) return { value: raw }
      if (typeof raw === 'string' && /^[a-z]+_\w{1,250}$/.test(raw) && prefixes.some((prefix) => raw.startsWith(`${prefix}_`)))
        return { value: raw }
      throw new NotFound(noun)
    },
    {
      description: `The id of the ${noun}, or its id at the processor (${prefixes.map((prefix) => `\`${prefix}_…\``).join(', ')}).`,
      example: EXAMPLE,
      type: 'string',
      maxLength: 255,
    },
  )

function readCardAmount(raw: unknown): Read<bigint> {
  const source = typeof raw === 'number' ? String(raw) : (findInexactSource(raw) ?? raw)
  if (typeof source !== 'string' || !DIGITS.test(source))
    return { problem: 'must be an integer in the smallest unit of the currency', code: 'INVALID_AMOUNT' }
  const value = BigInt(source)
  return value > 0n ? { value } : { problem: 'must be greater than 0', code: 'INVALID_AMOUNT' }
}
