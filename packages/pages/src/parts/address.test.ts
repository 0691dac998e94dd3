import { expect, test } from 'vitest'
import { groupedAddress, shortAddress } from './address.ts'

const groupsOf = (address: string): string[] =>
  [...groupedAddress(address).markup.matchAll(/class="addr__group( addr__edge)?">([^<]+)</g)].map(([, edge, text]) =>
    edge ? `*${text}` : String(text),
  )

const CASH = 'bitcoincash:qpm2qsznhks23z7629mms6s4cwef74vcwvy22gdx6a'

test.each([
  ['0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA', ['*0xB7f6', '*7DF3', '7Ce0', '4241', '4E0A', '1E5E', 'CA1A', 'A387', '*14B5', '*B0AA']],
  [CASH, ['bitcoincash:', '*qpm2', '*qszn', 'hks2', '3z76', '29mm', 's6s4', 'cwef', '74vc', 'wvy2', '*2gdx', '*6a']],
  ['7EcDhSYGxXyscszYEp35KHN8', ['*7EcD', '*hSYG', 'xXys', 'cszY', '*Ep35', '*KHN8']],
])('The address %s is shown whole, with what a payer compares in bold', (address, groups) => {
  expect(groupsOf(address)).toEqual(groups)
  expect(groupsOf(address).join('').replaceAll('*', '')).toBe(address)
})

test('A short address is of the part that differs between addresses', () => {
  expect(shortAddress(CASH)).toBe('qpm2qs…dx6a')
  expect(shortAddress('0xB7f67DF37Ce042414E0A1E5ECA1AA38714B5B0AA')).toBe('0xB7f6…B0AA')
})
