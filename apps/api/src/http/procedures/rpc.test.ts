import fc from 'fast-check'
import { expect, test } from 'vitest'
import { appRouter } from '../../router.ts'
import { operationsOf, RPC_PREFIX } from './rpc.ts'

const operations = (path: string) => operationsOf(appRouter, `${RPC_PREFIX}${path}`)
const procedures = fc.constantFrom('businesses.keys.create', 'accounts.login', 'payments.list', 'businesses.rotateWebhookSecret')

/** A character as it is, or percent-encoded with digits of either case. */
const spellings = (character: string) => {
  const code = character.charCodeAt(0).toString(16)
  return [character, `%${code}`, `%${code.toUpperCase()}`]
}

test('operationsOf finds the same procedures for every percent-encoding of a path', () => {
  const calls = fc.array(procedures, { minLength: 1, maxLength: 3 }).map((names) => names.join(','))
  fc.assert(
    fc.property(calls, fc.infiniteStream(fc.nat(2)), (path, choices) => {
      const encoded = Array.from(path, (character) => spellings(character)[choices.next().value ?? 0]).join('')
      expect(operations(encoded)).toEqual(operations(path))
    }),
  )
})

test('operationsOf decodes a path once: a doubly encoded name finds nothing', () => {
  expect(operations('businesses%252Ekeys%252Ecreate')).toEqual([])
})

test('operationsOf finds nothing in a malformed percent-encoding', () => {
  expect(operations('businesses.keys.cre%zzate')).toEqual([])
})
