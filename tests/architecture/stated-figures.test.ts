import { assetCodes } from '@gateway/domain/money/asset'
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
