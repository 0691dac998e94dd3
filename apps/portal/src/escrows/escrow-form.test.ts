import { fiatCodes } from '@gateway/domain/money/fiat'
import { describe, expect, test } from 'vitest'
import { type EscrowForm, EscrowFormInput, termsOf } from './escrow-form.ts'

const form: EscrowForm = {
  chain: 'BTC',
  unit: 'coin',
  amount: '0.05',
  depositorAddress: 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq',
  beneficiaryAddress: 'bc1q34aq5drpuwy3wgl9lhup9892qp6svr8ldzyy7c',
  expiresInHours: '24',
  metadata: '',
}
const faults = (more: Partial<EscrowForm>) =>
  EscrowFormInput.safeParse({ ...form, ...more }).error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`)

describe('the form of a new escrow', () => {
  test('sends an amount of the coin or of any fiat currency, and leaves out what is empty', () => {
    const { unit: _unit, metadata: _metadata, ...terms } = form
    expect(termsOf(form)).toEqual(terms)
    const { amount, ...others } = terms
    for (const unit of fiatCodes) {
      expect(termsOf({ ...form, unit })).toEqual({ ...others, amountFiat: amount, fiatCurrency: unit })
      expect(faults({ unit, amount: '25' })).toBeUndefined()
    }
  })

  test('takes a decimal comma, and refuses an amount with a comma and a point', () => {
    expect(termsOf({ ...form, amount: ' 0,05 ' })).toMatchObject({ amount: '0.05' })
    expect(termsOf({ ...form, amount: '12,50', unit: 'EUR' })).toMatchObject({ amountFiat: '12.50' })
    expect(faults({ amount: '1.234,50', unit: 'EUR' })).toEqual([expect.stringMatching(/^amountFiat must be a number/)])
    expect(faults({ amount: '1,234.50' })).toEqual([expect.stringMatching(/^amount must be a number/)])
  })

  test('sends metadata as the object that it spells', () => {
    expect(termsOf({ ...form, metadata: ' {"order": "A-1"} ' })).toMatchObject({ metadata: { order: 'A-1' } })
  })

  test('is refused where the operation would refuse it', () => {
    expect(faults({})).toBeUndefined()
    expect(faults({ amount: '' })).toEqual(['amount is required'])
    expect(faults({ expiresInHours: '721' })).toEqual([expect.stringMatching(/^expiresInHours /)])
    expect(faults({ metadata: 'order A-1' })).toEqual(['metadata must be a JSON object'])
  })
})
