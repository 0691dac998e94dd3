import { eventually } from '@gateway/testing/wait'
import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { cardShop, disputed, largePayment, latestDispute, newCardTrader, paidCard, stopAtProcessor } from '../card-ground.ts'
import type { Ground } from '../ground.ts'
import type { Refused, StoryTable } from '../story-table.ts'
import { expectMembers, expectPage, expectTwice } from '../wire-members.ts'
import { aTime, anId } from '../wire-values.ts'

const cardsOf = ({ clientOf, shop }: Ground) => clientOf(shop.key).cards
const noStatus: Refused = { when: 'for a status that does not exist', input: { status: 'open' } }

/** An escrow of the shop, by its id. */
async function funded(ground: Ground): Promise<string> {
  const { escrow_id: id } = await paidCard(ground, { escrow_mode: true })
  return id ?? 'none'
}

/** The bank decides the latest dispute, and no event tells it. */
async function decidedMeanwhile({ story, shop }: Ground): Promise<string> {
  const { control } = story.stripe
  await control.do('disturbEvents', { kind: 'drop', type: 'charge.dispute.closed' })
  await control.do('moveDispute', { dispute: latestDispute.nameAtProcessor, status: 'lost' })
  return shop.key
}

export const cardMoneyStories: StoryTable = {
  'cards.escrows.release': {
    usual: async (ground) => ({ input: { escrow_id: await funded(ground) } }),
    done: {
      'a shop gets what is left less the fee, once, and receives the event': async (ground) => {
        const id = await funded(ground)
        const answer = await cardsOf(ground).escrows.release({ escrow_id: id, reason: 'Delivered' })
        expectMembers(answer, 'cardRelease')
        expect(answer).toMatchObject({ success: true, escrow_id: id, escrow_status: 'released', amount_transferred: 2_574 })
        const told = await eventually('the event of the release', async () =>
          ground.shop.receiver.received.find(({ type, data }) => type === 'card_escrow_release' && data['escrow_id'] === id),
        )
        expect(told.data).toMatchObject({ transfer_id: answer.transfer_id, amount_transferred: 2_574 })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for a reason that is no text', input: { reason: 7 } },
      NOT_FOUND: { when: 'for an unknown escrow', input: { escrow_id: randomUUID() } },
      INVALID_STATE: { when: 'for an escrow that is released', input: released },
      PROCESSOR_ERROR: { when: 'when the processor refuses the transfer', ...ofStoppedTrader() },
    },
  },

  'cards.escrows.get': {
    usual: async (ground) => ({ ids: [await funded(ground)] }),
    done: {
      'an escrow is read with the amounts of its payment': async (ground) => {
        const id = await funded(ground)
        const answer = await cardsOf(ground).escrows.get(id)
        expectTwice(answer, 'escrow', 'cardEscrow')
        expect(answer).toMatchObject({ id, status: 'funded', amount: 2_599, amount_transferred: 0, transfer_id: null, refund_at: aTime })
      },
    },
  },

  'cards.escrows.list': {
    done: {
      'a shop lists its escrows by status': async (ground) => {
        const id = await funded(ground)
        const { escrows } = await cardsOf(ground).escrows.list({ status: 'funded' })
        escrows.forEach((escrow) => expectMembers(escrow, 'cardEscrow'))
        expect(escrows[0]).toMatchObject({ id, status: 'funded' })
        expectPage(await cardsOf(ground).escrows.list({ status: 'expired' }), 'escrows', { noun: 'cardEscrow', total: 0 })
      },
    },
    refused: { VALIDATION_ERROR: noStatus },
  },

  'cards.transactions.get': {
    usual: async (ground) => ({ ids: [(await largePayment(ground)).transaction_id] }),
    done: {
      'a charge is read by the id that its payment names': async (ground) => {
        const { id, transaction_id: transaction } = await largePayment(ground)
        const answer = await cardsOf(ground).transactions.get(transaction)
        expectTwice(answer, 'transaction', 'cardTransaction')
        expect(answer).toMatchObject({ payment_id: id, type: 'charge', amount: 100_000, status: 'succeeded' })
      },
    },
  },

  'cards.transactions.list': {
    done: {
      'a shop lists what moved its card money, newest first': async (ground) => {
        const { id } = await paidCard(ground)
        await cardsOf(ground).refund({ escrow_id: id, amount: 99 })
        const { transactions } = await cardsOf(ground).transactions.list({ limit: 2 })
        transactions.forEach((transaction) => expectMembers(transaction, 'cardTransaction'))
        expect(transactions.map(({ payment_id: payment, type, amount }) => [payment, type, amount])).toEqual([
          [id, 'refund', 99],
          [id, 'charge', 2_599],
        ])
      },
    },
    refused: { VALIDATION_ERROR: noStatus },
  },

  'cards.disputes.get': {
    usual: async (ground) => ({ ids: [(await disputed(ground)).id] }),
    done: {
      'a dispute is read by its id and by the processor’s, and its payment is told as disputed': async (ground) => {
        const { id, processor_dispute_id: name, payment_id: payment } = await disputed(ground)
        const answer = await cardsOf(ground).disputes.get(id)
        expectTwice(answer, 'dispute', 'cardDispute')
        expect(answer).toMatchObject({ id: anId, status: 'needs_response', amount: 2_599, can_respond: true, evidence_due_at: aTime })
        // The processor tells of a dispute in two events; the second may arrive between the two reads.
        expect(await cardsOf(ground).disputes.get(name)).toEqual({
          ...answer,
          updated_at: aTime,
          dispute: { ...answer.dispute, updated_at: aTime },
        })
        const told = await eventually('the event of the dispute', async () =>
          ground.shop.receiver.received.find(({ type, data }) => type === 'card_dispute_created' && data['card_payment_id'] === payment),
        )
        expect(told.data).toMatchObject({ amount: 2_599, reason: 'fraudulent' })
      },
    },
  },

  'cards.disputes.list': {
    done: {
      'a shop lists its disputes by status': async (ground) => {
        const { id } = await disputed(ground)
        const { disputes } = await cardsOf(ground).disputes.list({ status: 'needs_response' })
        disputes.forEach((dispute) => expectMembers(dispute, 'cardDispute'))
        expect(disputes.map((dispute) => dispute.id)).toContain(id)
        expectPage(await cardsOf(ground).disputes.list({ status: 'prevented' }), 'disputes', { noun: 'cardDispute', total: 0 })
      },
    },
    refused: { VALIDATION_ERROR: noStatus },
  },

  'cards.disputes.evidence': {
    usual: async (ground) => ({ ids: [(await disputed(ground)).id], input: { customer_name: 'Lena Hoffmann' } }),
    done: {
      'evidence is stored, then sent to the bank for good': async (ground) => {
        const { id } = await disputed(ground)
        const { disputes } = cardsOf(ground)
        const stored = await disputes.evidence(id, { customer_name: 'Lena Hoffmann', submit: false })
        expectTwice(stored, 'dispute', 'cardDispute')
        expect(stored).toMatchObject({ status: 'needs_response', has_evidence: true, submission_count: 0 })
        const sent = await disputes.evidence(id, { shipping_carrier: 'DHL' })
        expect(sent).toMatchObject({ status: 'under_review', submission_count: 1, can_respond: false })
      },
    },
    refused: {
      VALIDATION_ERROR: { when: 'for evidence that is no text', input: { customer_name: 7 } },
      INVALID_STATE: { when: 'for a dispute that is decided', apiKey: decided },
      PROCESSOR_ERROR: { when: 'when the bank has decided meanwhile', apiKey: decidedMeanwhile },
    },
  },

  'cards.disputes.accept': {
    usual: async (ground) => ({ ids: [(await disputed(ground)).id] }),
    done: {
      'a dispute that is accepted is lost': async (ground) => {
        const { id } = await disputed(ground)
        const answer = await cardsOf(ground).disputes.accept(id)
        expectTwice(answer, 'dispute', 'cardDispute')
        expect(answer).toMatchObject({ id, status: 'lost', can_respond: false })
      },
    },
    refused: {
      INVALID_STATE: { when: 'for a dispute that is decided', apiKey: decided },
      PROCESSOR_ERROR: { when: 'when the bank has decided meanwhile', apiKey: decidedMeanwhile },
    },
  },

  'cards.payouts.list': {
    done: {
      'a shop lists what the processor has paid out': async (ground) => {
        const { key, businessId } = await cardShop(ground)
        const { cards } = ground.clientOf(key)
        await paidCard(ground)
        const { processor_account_id: account } = await cards.accounts.status(businessId)
        const { id } = await ground.story.stripe.control.do('payOut', { account: account ?? 'none', currency: 'usd' })
        const payout = await eventually('the payout', async () =>
          (await cards.payouts.list()).payouts.find(({ processor_payout_id: name }) => name === id),
        )
        expectMembers(payout, 'cardPayout')
        expect(payout).toMatchObject({ business_id: businessId, currency: 'usd', failure_code: null })
        expectPage(await cards.payouts.list({ status: 'failed' }), 'payouts', { noun: 'cardPayout', total: 0 })
      },
    },
    refused: { VALIDATION_ERROR: noStatus },
  },
}

async function released(ground: Ground) {
  const id = await funded(ground)
  await cardsOf(ground).escrows.release({ escrow_id: id })
  return { escrow_id: id }
}

/** A release of another trader, who may no longer receive transfers without the gateway being told. */
function ofStoppedTrader(): Pick<Refused, 'input' | 'apiKey'> {
  let apiKey = ''
  return {
    input: async (ground) => {
      const trader = await newCardTrader(ground)
      const { escrow_id } = await paidCard(ground, { escrow_mode: true, key: trader.key })
      await stopAtProcessor(ground, trader, 'payouts')
      apiKey = trader.key
      return { escrow_id }
    },
    apiKey: () => apiKey,
  }
}

/** The latest dispute, accepted meanwhile. */
async function decided(ground: Ground): Promise<string> {
  await cardsOf(ground).disputes.accept(latestDispute.id)
  return ground.shop.key
}
