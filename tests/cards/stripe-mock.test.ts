import { temporaryFolder } from '@gateway/devnet/processes/temporary-folder'
import { type RunningStripeMock, startStripeMock } from '@gateway/devnet/stripe-mock/stripe-mock'
import { readAccount, readAccountLink } from '@gateway/providers/stripe/answers/accounts'
import { readBalanceLine, readCharge, readListedSession, readPaymentIntent, readSession } from '@gateway/providers/stripe/answers/charges'
import { readDispute, readFile } from '@gateway/providers/stripe/answers/disputes'
import { readFeeRefund, readPayout, readRefund, readReversal, readTransfer } from '@gateway/providers/stripe/answers/money'
import { pageReader, type Reader } from '@gateway/providers/stripe/answers/shape'
import { type CallName, calls, type StripeRequest } from '@gateway/providers/stripe/calls'
import { createStripeClients } from '@gateway/providers/stripe/client'
import { createStripeProcessor, type StripeProcessor } from '@gateway/providers/stripe/processor'
import { accountCreation, accountLinkCreation, accountRetrieval } from '@gateway/providers/stripe/requests/accounts'
import * as checkout from '@gateway/providers/stripe/requests/checkout'
import { disputeAcceptance, disputeRetrieval, evidenceUpdate, fileUpload } from '@gateway/providers/stripe/requests/disputes'
import * as lists from '@gateway/providers/stripe/requests/look-ups'
import { feeRefundCreation, refundCreation, refundRetrieval } from '@gateway/providers/stripe/requests/refunds'
import { payoutRetrieval, reversalCreation, transferCreation, transferRetrieval } from '@gateway/providers/stripe/requests/transfers'
import { evidenceFiles, evidenceTexts } from '@gateway/domain/cards/evidence'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** What the client knows and the mock does not yet, which speaks the version 2026-08-26.dahlia: the parameter, and the client that has it. */
const newerThanTheMock: Readonly<Record<string, { readonly param: string; readonly since: string }>> = {
  'a checkout session in Hindi': { param: 'locale', since: '23.0.0' },
}

const intentId = 'i1'
const account = 'acct_1'
const period = { from: new Date('2026-11-27T12:00:00.000Z'), until: new Date('2026-11-29T12:00:00.000Z') }
const session: checkout.NewSession = {
  intentId,
  paymentId: 'p1',
  amountMinor: 2_500n,
  currency: 'EUR',
  title: 'Coffee of the month',
  statementName: 'Kestrel Coffee',
  successUrl: 'https://shop.example/paid',
  cancelUrl: 'https://shop.example/cart',
  language: 'de',
  receiptEmail: 'lena@hoffmann.example',
}
const file = { account, name: 'receipt.pdf', type: 'application/pdf', data: Buffer.from('%PDF-1.7') }
const texts = Object.fromEntries(evidenceTexts.map((name) => [name, 'A sample']))
const files = Object.fromEntries(evidenceFiles.map((name) => [name, 'file_1']))

/** Every request that the adapter builds, with the reader of its answer. */
const requests: readonly (readonly [title: string, request: StripeRequest, read: Reader<unknown>])[] = [
  [
    'a new account',
    accountCreation({ intentId, country: 'DE', email: 'mara@kestrel.example', businessName: 'Kestrel Coffee' }),
    readAccount,
  ],
  ['an account', accountRetrieval(account), readAccount],
  ['the accounts of a period', lists.accountsOf(period), pageReader(readAccount)],
  [
    'an onboarding link',
    accountLinkCreation({ accountId: account, returnUrl: 'https://pay.example/back', refreshUrl: 'https://pay.example/again' }),
    readAccountLink,
  ],
  ['a direct checkout session', checkout.directSession(session, { accountId: account, feeMinor: 25n }), readSession],
  ['a direct checkout session without a fee', checkout.directSession(session, { accountId: account, feeMinor: 0n }), readSession],
  ['a checkout session of an escrow', checkout.escrowSession(session, { escrowId: 'e1' }), readSession],
  ['a checkout session in Hindi', checkout.escrowSession({ ...session, language: 'hi' }, { escrowId: 'e1' }), readSession],
  [
    'a checkout session with nothing optional',
    checkout.escrowSession({ ...session, cancelUrl: null, receiptEmail: null, language: null }, { escrowId: 'e1' }),
    readSession,
  ],
  ['the end of a session', checkout.sessionExpiry('cs_1', account), readSession],
  ['a session', checkout.sessionRetrieval('cs_1', account), readSession],
  ['the sessions of a period', lists.sessionsOf(period, account), pageReader(readListedSession)],
  ['a payment intent', checkout.paymentIntentRetrieval('pi_1', account), readPaymentIntent],
  ['a charge', checkout.chargeRetrieval('ch_1', account), readCharge],
  ['a new refund', refundCreation({ intentId, refundId: 'r1', paymentIntentId: 'pi_1', amountMinor: 500n, account }), readRefund],
  ['a refund', refundRetrieval('re_1', account), readRefund],
  ['the refunds of a payment intent', lists.refundsOf('pi_1', account), pageReader(readRefund)],
  ['a new refund of a fee', feeRefundCreation({ intentId, applicationFeeId: 'fee_1', amountMinor: 5n }), readFeeRefund],
  ['the refunds of a fee', lists.feeRefundsOf('fee_1'), pageReader(readFeeRefund)],
  ['a dispute', disputeRetrieval('dp_1', account), readDispute],
  ['the disputes of a payment intent', lists.disputesOf('pi_1', account), pageReader(readDispute)],
  ['evidence', evidenceUpdate({ disputeId: 'dp_1', account, texts, files, isFinal: true }), readDispute],
  ['an accepted dispute', disputeAcceptance('dp_1', account), readDispute],
  ['a file of evidence', fileUpload(file), readFile],
  [
    'a new transfer',
    transferCreation({ intentId, escrowId: 'e1', chargeId: 'ch_1', accountId: account, amountMinor: 2_475n, currency: 'EUR' }),
    readTransfer,
  ],
  ['a transfer', transferRetrieval('tr_1'), readTransfer],
  ['the transfers of an escrow', lists.transfersOf('e1'), pageReader(readTransfer)],
  ['a new reversal', reversalCreation({ intentId, transferId: 'tr_1', amountMinor: 500n }), readReversal],
  ['the reversals of a transfer', lists.reversalsOf('tr_1'), pageReader(readReversal)],
  ['the second page of a list', lists.pageAfter(lists.reversalsOf('tr_1'), 'trr_1'), pageReader(readReversal)],
  ['a payout', payoutRetrieval('po_1', account), readPayout],
  ['the balance of a period', lists.balanceOf(period, null), pageReader(readBalanceLine)],
  ['the balance of a payout', lists.balanceOfPayout('po_1', account), pageReader(readBalanceLine)],
]

const folder = temporaryFolder()
let mock: RunningStripeMock
let processor: StripeProcessor
beforeAll(async () => {
  mock = await startStripeMock({ dataDir: folder.path })
  const keys = { checkout: 'rk_test_checkout', refunds: 'rk_test_refunds', transfers: 'rk_test_transfers' }
  processor = createStripeProcessor(createStripeClients({ keys, url: mock.url }))
})
afterAll(async () => {
  await mock.stop()
  folder.remove()
})

const send = (request: StripeRequest, read: Reader<unknown>) => processor.send(request, { read, idempotencyKey: 'card_test:i1' })

describe('stripe-mock', () => {
  test.each(requests.filter(([title]) => !(title in newerThanTheMock)))(
    'accepts %s, and the adapter reads its answer',
    async (_, request, read) => {
      expect(await send(request, read)).toMatchObject({ result: 'done' })
    },
  )

  test.each(requests.filter(([title]) => title in newerThanTheMock))(
    'refuses %s for the parameter that is newer than it, and for no other',
    async (title, request, read) => {
      const { params } = request
      expect(await send(request, read)).toMatchObject({ result: 'refused', status: 400 })
      const { [newerThanTheMock[title]?.param ?? '']: _newer, ...known } = params as Record<string, unknown>
      // Without the newer parameter it is a request of the same call.
      expect(await send({ ...request, params: known } as StripeRequest, read)).toMatchObject({ result: 'done' })
    },
  )

  test('is sent every call that the adapter makes', () => {
    const sent = new Set<CallName>(requests.map(([, { call }]) => call))
    expect(Object.keys(calls).filter((name) => !sent.has(name as CallName))).toEqual([])
  })

  test('refuses a parameter that the interface does not have, so an accepted request has none', async () => {
    const request = { ...lists.refundsOf('pi_1', account), params: { metadata: { intent_id: intentId } } }
    // The list takes no metadata, which is why objects are compared here.
    expect(await send(request as unknown as StripeRequest, pageReader(readRefund))).toMatchObject({ result: 'refused', status: 400 })
  })
})
