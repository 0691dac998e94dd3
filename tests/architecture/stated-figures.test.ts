import { checkAmount } from '@gateway/devnet/stripe/money/minimum-amounts'
import { isChargeable } from '@gateway/domain/cards/limits'
import { assetCodes } from '@gateway/domain/money/asset'
import { fiatCodes } from '@gateway/domain/money/fiat'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sumOf } from '../chaos/harness/document.ts'
import { root } from './sources.ts'

const read = (file: string): string => readFileSync(join(root, file), 'utf8')

test.each([
  ['README.md', /npm run demo +# (\w+) payments/],
  ['CONTRIBUTING.md', /`npm run demo` \| (\w+) payments/],
])('%s says that the demo makes a payment in each asset', (file, sentence) => {
  expect(sentence.exec(read(file))?.[1]).toBe({ 8: 'eight' }[assetCodes.length])
})

test('the page of chaos runs sums up all of them', () => {
  const page = read('docs/generated/chaos.md')
  const rows = page.split('\n').filter((line) => /^\| .* \| \d+ \| \d+ \|/.test(line))
  expect(page).toContain(sumOf(rows))
  expect(page).toContain('; 0 lost, 0 doubled.')
})

test.each(fiatCodes)('the double of the card processor refuses the same amounts in %s as the domain', (currency) => {
  const known = [1, 29, 30, 49, 50, 299, 300, 399, 400, 99_999_999, 100_000_000]
  const taken = known.filter((units) => isTaken(() => checkAmount(units, currency.toLowerCase(), 'amount')))
  expect(taken).toEqual(known.filter((units) => isChargeable(BigInt(units), currency)))
})

function isTaken(check: () => void): boolean {
  try {
    check()
    return true
  } catch {
    return false
  }
}
