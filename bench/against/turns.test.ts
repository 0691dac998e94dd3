import { expect, test } from 'vitest'
import { turnsOf } from './turns.ts'

test('builds take turns, and the one that goes first alternates', () => {
  expect(turnsOf(3)).toEqual(['other', 'own', 'own', 'other', 'other', 'own'])
})
