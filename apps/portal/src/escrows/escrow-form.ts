import { CreateEscrowInput } from '@gateway/contract/escrow-inputs'
import type { FiatCode } from '@gateway/domain/money/fiat'
import { z } from 'zod'
import { withPoint } from '../ui/form/decimal-comma.ts'
import { withoutBlanks } from '../ui/form/use-wire-form.ts'

/** What the form of a new escrow holds, as it was typed. */
export interface EscrowForm {
  readonly chain: string
  /** Whether the amount is one of the coin, or of which fiat currency. */
  readonly unit: 'coin' | FiatCode
  readonly amount: string
  readonly depositorAddress: string
  readonly beneficiaryAddress: string
  readonly expiresInHours: string
  readonly metadata: string
}

/** The terms as the operation takes them; members that were left empty are absent. */
export function termsOf({ unit, amount, metadata, ...terms }: EscrowForm): Readonly<Record<string, unknown>> {
  const price = withPoint(amount.trim())
  const asked = unit === 'coin' ? { amount: price } : { amountFiat: price, fiatCurrency: unit }
  return withoutBlanks({ ...terms, ...asked, metadata: parsed(metadata) })
}

/** Checks the form as the operation will check its terms. */
export const EscrowFormInput = z.preprocess((form) => termsOf(form as EscrowForm), CreateEscrowInput)

/** A text that is no JSON stays one, and is refused as such. */
function parsed(text: string): unknown {
  if (text.trim() === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
