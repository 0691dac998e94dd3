import { expect, test } from 'vitest'
import { type NodeRecords, strandedPayments } from '../oracle/lnd.ts'

const open = { isActive: true, hashes: [] as string[] }
const nothing: NodeRecords = { payments: [], invoices: [], channels: [open], localMsat: 0n }
const payment = (paymentHash: string, status: string) => ({ paymentHash, status, msat: 1_000n, feeMsat: 0n, preimage: '' })
const payer: NodeRecords = { ...nothing, payments: [payment('a', 'IN_FLIGHT'), payment('b', 'SUCCEEDED'), payment('c', 'FAILED')] }
const stranded = (mine: NodeRecords, theirs: NodeRecords) => strandedPayments(mine, theirs).map(({ paymentHash }) => paymentHash)

test('a payment is stranded that is in flight at its node, in no channel and not at its payee', () => {
  expect(stranded(payer, nothing)).toEqual(['a'])
})

test.each([
  ['its own end of the channel has it', { ...payer, channels: [{ ...open, hashes: ['a'] }] }, nothing],
  ['the other end of the channel has it', payer, { ...nothing, channels: [{ ...open, hashes: ['a'] }] }],
  ['its payee holds it', payer, { ...nothing, invoices: [{ paymentHash: 'a', state: 'ACCEPTED', paidMsat: 0n }] }],
  ['its payee has taken it', payer, { ...nothing, invoices: [{ paymentHash: 'a', state: 'SETTLED', paidMsat: 1_000n }] }],
  ['the nodes are not connected', payer, { ...nothing, channels: [{ ...open, isActive: false }] }],
])('a payment in flight is not stranded while %s', (_, mine, theirs) => {
  expect(stranded(mine, theirs)).toEqual([])
})
