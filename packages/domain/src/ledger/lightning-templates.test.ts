import fc from 'fast-check'
import { expect, test } from 'vitest'
import { accountBounds, type LedgerTransfer } from './entry.ts'
import { lightningFailed, lightningReceived, lightningReserved, lightningSettled, lightningTransferred } from './lightning-templates.ts'
import { reserveMsat } from '../lightning/amounts.ts'

const mara = { mode: 'live', walletId: 'mara' } as const
const lena = { mode: 'live', walletId: 'lena' } as const
const lines = ({ entries }: LedgerTransfer): string[] => entries.map(({ code, owner, units }) => `${code} ${owner} ${units}`)
const send = { id: 's1', amountMsat: 1_000n, reserveMsat: 100n }

test('L14: what is received, and what is paid inside the service, has two entries', () => {
  expect(lightningReceived(mara, { id: 'p1', amountMsat: 5n })).toMatchObject({ kind: 'ln_received', ref: 'p1', asset: 'LN', chain: null })
  expect(lines(lightningReceived(mara, { id: 'p1', amountMsat: 5n }))).toEqual(['ln:node platform -5', 'ln:wallet mara 5'])
  expect(lines(lightningTransferred(mara, { id: 'p1', amountMsat: 5n, payee: lena }))).toEqual(['ln:wallet mara -5', 'ln:wallet lena 5'])
})

test('L14: a send sets aside its amount and reserve, and returns what did not leave', () => {
  expect(lines(lightningReserved(mara, send))).toEqual(['ln:wallet mara -1100', 'ln:reserve mara 1100'])
  expect(lines(lightningSettled(mara, { ...send, feeMsat: 30n }))).toEqual([
    'ln:reserve mara -1100',
    'ln:node platform 1030',
    'ln:wallet mara 70',
  ])
  expect(lines(lightningFailed(mara, send))).toEqual(['ln:reserve mara -1100', 'ln:wallet mara 1100'])
})

test('L14 adds up and keeps every account within its bounds, whatever is received and sent', () => {
  const step = fc.record({
    amountMsat: fc.bigInt(1n, 10n ** 12n),
    share: fc.bigInt(0n, 100n),
    end: fc.constantFrom('settled', 'failed', 'pending'),
  })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const book = steps.flatMap(({ amountMsat, share, end }, place) => {
        const one = { id: `${place}`, amountMsat, reserveMsat: reserveMsat(amountMsat) }
        const received = lightningReceived(mara, { id: one.id, amountMsat: amountMsat + one.reserveMsat })
        const ends = {
          settled: [lightningSettled(mara, { ...one, feeMsat: (one.reserveMsat * share) / 100n })],
          failed: [lightningFailed(mara, one)],
          pending: [],
        }
        return [received, lightningReserved(mara, one), ...ends[end]]
      })
      const balances = new Map<string, bigint>()
      for (const { entries } of book) {
        expect(entries.reduce((sum, { units }) => sum + units, 0n)).toBe(0n)
        for (const { code, units } of entries) {
          const balance = (balances.get(code) ?? 0n) + units
          balances.set(code, balance)
          const { floor, ceiling } = accountBounds[code]
          expect((floor === null || balance >= floor) && (ceiling === null || balance <= ceiling)).toBe(true)
        }
      }
      expect([...balances.values()].reduce((sum, units) => sum + units, 0n)).toBe(0n)
    }),
  )
})
