import type { Page } from 'playwright-core'
import type { TestedRoom } from '../rooms.ts'
import { accountAnswers } from '../screens/portal/account-answers.ts'
import type { Told } from '../screens/portal/answers.ts'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'
import { click, states } from '../screens/portal/scene.ts'
import {
  CARD_ESCROW_ID,
  CARD_ID,
  cardAnswers,
  cardsNeedAttention,
  decidedDispute,
  DISPUTE_ID,
  disputed,
  halfOnboarded,
  heldByOperator,
  inEscrow,
  noCards,
  noDisputes,
  noEscrows,
  noPayouts,
  operatorCards,
  released,
  unpaid,
} from './answers.ts'

const home = `/b/${BUSINESS_ID}`
const cards = `${home}/cards`
const payment = `${cards}/payments/${CARD_ID}`
const escrow = `${cards}/escrows/${CARD_ESCROW_ID}`
const dispute = `${cards}/disputes/${DISPUTE_ID}`

const { 'accounts.portal.current': session } = accountAnswers
const asOperator: Told = { 'accounts.portal.current': { ...session, merchant: { ...session.merchant, is_operator: true } } }

/** What the tests that span all rooms know of cards; their stories over HTTP stand beside this file. */
export const cardsRoom: TestedRoom = {
  stories: {},
  answers: cardAnswers,
  scenes: {
    ...states('cards', cards, [['cards.portal.list'], noCards]),
    'cards-none-found': { path: `${cards}?q=nothing`, told: { ...noCards, 'cards.portal.account': cardAnswers['cards.portal.account'] } },
    'cards-home': { path: home, told: cardsNeedAttention },
    ...states('cards-payment', payment, [['cards.portal.detail']]),
    'cards-payment-held': { path: payment, told: heldByOperator },
    'cards-payment-disputed': { path: payment, told: disputed },
    'cards-payment-unpaid': { path: payment, told: unpaid },
    'cards-payment-escrow': { path: payment, told: inEscrow },
    'cards-refund': { path: payment, act: click('Refund…') },
    'cards-refund-part': { path: payment, act: refundPart('12,50') },
    'cards-refund-too-much': { path: payment, act: refundPart('900') },
    'cards-refund-escrow': { path: payment, told: inEscrow, act: click('Refund…') },
    'cards-refund-pending': { path: payment, act: click('Refund…', 'Refund €119.00') },
    ...states('cards-escrows', `${cards}/escrows`, [['cards.escrows.list'], noEscrows]),
    'cards-escrow': { path: escrow, told: inEscrow },
    'cards-escrow-released': { path: escrow, told: released },
    'cards-escrow-release': { path: escrow, told: inEscrow, act: click('Release…') },
    ...states('cards-disputes', `${cards}/disputes`, [['cards.disputes.list'], noDisputes]),
    ...states('cards-dispute', dispute, [['cards.disputes.get']]),
    'cards-dispute-decided': { path: dispute, told: decidedDispute },
    'cards-dispute-accept': { path: dispute, act: click('Accept dispute…') },
    'cards-dispute-send': { path: dispute, act: click('Send to the bank…') },
    ...states('cards-payouts', `${cards}/payouts`, [['cards.payouts.list'], noPayouts]),
    ...states('cards-onboarding', `${cards}/onboarding`, [['cards.portal.account'], noCards]),
    'cards-onboarding-half': { path: `${cards}/onboarding?from=processor`, told: halfOnboarded },
    'cards-onboarding-expired': { path: `${cards}/onboarding?from=expired`, told: halfOnboarded },
    'operator-cards': { path: '/operator/cards', told: { ...asOperator, 'operator.cards': operatorCards } },
    'operator-cards-empty': { path: '/operator/cards', told: { ...asOperator, 'operator.cards': { unknown: [], held: [], disputes: [] } } },
  },
}

function refundPart(amount: string) {
  return async (page: Page): Promise<void> => {
    await click('Refund…', 'A part')(page)
    await page.getByLabel('Amount, EUR').fill(amount)
  }
}
