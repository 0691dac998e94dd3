import type { Owned } from './stranger-fixtures.ts'

/** A call of a procedure that only the portal uses. */
export interface PortalFixture {
  readonly input?: (owned: Owned) => Readonly<Record<string, unknown>>
  /** Signs in: it needs no credential, and a page of this origin. */
  readonly isOpen?: true
  /** Answers a browser without a session too, with the fact that it has none. */
  readonly tellsSignedOut?: true
  /** The code that another merchant gets who names the owner's objects; absent where the procedure names none. */
  readonly stranger?: 'NOT_FOUND' | 'FORBIDDEN' | 'VALIDATION_ERROR'
}

const text = 'bWFkZSB1cA'
const credential = { id: text, rawId: text, type: 'public-key', clientExtensionResults: {} }
const assertion = { ...credential, response: { clientDataJSON: text, authenticatorData: text, signature: text } }
const attestation = { ...credential, response: { clientDataJSON: text, attestationObject: text } }
const account = { email: 'mallory@shop.example', password: 'correct horse battery staple' }

const inBusiness = ({ businessId }: Owned) => ({ business_id: businessId })
const ofPayment: PortalFixture = { input: ({ paymentId }) => ({ id: paymentId }), stranger: 'NOT_FOUND' }

/** Of no refund: a stranger is refused by the payment. */
const ofRefund = (more: object = {}): PortalFixture => ({
  input: ({ paymentId }) => ({ id: paymentId, refund_id: paymentId, ...more }),
  stranger: 'NOT_FOUND',
})

const ofInvoice = (more: object = {}): PortalFixture => ({
  input: ({ objects }) => ({ id: objects['invoices'], ...more }),
  stranger: 'NOT_FOUND',
})

const forOperators: PortalFixture = { stranger: 'FORBIDDEN' }
const forOperatorsOf = (named: 'paymentId' | 'businessId'): PortalFixture => ({
  input: (owned) => ({ id: owned[named], reason: 'mischief' }),
  stranger: 'FORBIDDEN',
})

/** By name of the procedure; a missing procedure without a REST address fails the test. */
export const portalFixtures: Readonly<Record<string, PortalFixture>> = {
  'accounts.portal.signUp': { isOpen: true, input: () => account },
  'accounts.portal.signIn': { isOpen: true, input: () => account },
  'accounts.portal.finishSignIn': { isOpen: true, input: () => ({ ticket: 'made up', code: '000000' }) },
  'accounts.portal.passkeyOptions': { isOpen: true, input: () => ({}) },
  'accounts.portal.finishPasskey': { isOpen: true, input: ({ objects }) => ({ challenge_id: objects['challenges'], response: assertion }) },
  'accounts.portal.current': { tellsSignedOut: true },
  'accounts.portal.confirm': { input: () => ({ password: account.password }) },
  'accounts.portal.confirmPasskeyOptions': {},
  'accounts.portal.confirmPasskey': {
    input: ({ objects }) => ({ challenge_id: objects['challenges'], response: assertion }),
    stranger: 'VALIDATION_ERROR',
  },
  'accounts.portal.signOut': {},
  'accounts.portal.signOutEverywhere': {},
  'accounts.portal.sessions': {},
  'accounts.portal.endSession': { input: ({ objects }) => ({ id: objects['sessions'] }), stranger: 'NOT_FOUND' },
  'accounts.factors.list': {},
  'accounts.factors.startTotp': {},
  'accounts.factors.confirmTotp': { input: () => ({ code: '000000' }) },
  'accounts.factors.removeTotp': {},
  'accounts.factors.passkeyRegistration': {},
  'accounts.factors.addPasskey': {
    input: ({ objects }) => ({ challenge_id: objects['challenges'], name: 'Laptop', response: attestation }),
    stranger: 'VALIDATION_ERROR',
  },
  'accounts.factors.renamePasskey': { input: ({ objects }) => ({ id: objects['passkeys'], name: 'Mine' }), stranger: 'NOT_FOUND' },
  'accounts.factors.removePasskey': { input: ({ objects }) => ({ id: objects['passkeys'] }), stranger: 'NOT_FOUND' },
  'accounts.factors.newRecoveryCodes': {},
  'businesses.portal.overview': { input: ({ businessId }) => ({ id: businessId }), stranger: 'NOT_FOUND' },
  'businesses.portal.checkAddress': { input: () => ({ blockchain: 'ETH', address: '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359' }) },
  'businesses.portal.audit': { input: inBusiness, stranger: 'FORBIDDEN' },
  'businesses.portal.onboarding': { input: ({ businessId }) => ({ id: businessId }), stranger: 'NOT_FOUND' },
  'payments.portal.list': { input: inBusiness, stranger: 'FORBIDDEN' },
  'payments.portal.totals': { input: (owned) => ({ ...inBusiness(owned), days: 7 }), stranger: 'FORBIDDEN' },
  'payments.portal.attention': { input: inBusiness, stranger: 'FORBIDDEN' },
  'payments.portal.detail': ofPayment,
  'payments.portal.accept': { input: ({ paymentId }) => ({ id: paymentId, amount_received: '0.0004' }), stranger: 'NOT_FOUND' },
  'payments.portal.forward': ofPayment,
  'payments.portal.withdrawRefund': ofPayment,
  'payments.portal.refunds.list': ofPayment,
  'payments.portal.refunds.start': { input: ({ paymentId }) => ({ id: paymentId, idempotency_key: 'once' }), stranger: 'NOT_FOUND' },
  'payments.portal.refunds.cancel': ofRefund(),
  'payments.portal.refunds.renew': ofRefund(),
  'payments.portal.refunds.nameTransaction': ofRefund({ tx_hash: 'f'.repeat(64) }),
  'escrows.portal.list': { input: inBusiness, stranger: 'FORBIDDEN' },
  'escrows.portal.coins': {},
  'escrows.portal.detail': { input: ({ objects }) => ({ id: objects['escrows'] }), stranger: 'NOT_FOUND' },
  'cards.portal.list': { input: inBusiness, stranger: 'FORBIDDEN' },
  'cards.portal.account': { input: inBusiness, stranger: 'NOT_FOUND' },
  'cards.portal.attention': { input: inBusiness, stranger: 'FORBIDDEN' },
  'cards.portal.detail': { input: ({ objects }) => ({ id: objects['cards'] }), stranger: 'NOT_FOUND' },
  'invoices.portal.list': { input: inBusiness, stranger: 'FORBIDDEN' },
  'invoices.portal.ageing': { input: inBusiness, stranger: 'FORBIDDEN' },
  'invoices.portal.clients': { input: inBusiness, stranger: 'FORBIDDEN' },
  'invoices.portal.attention': { input: inBusiness, stranger: 'FORBIDDEN' },
  'invoices.portal.detail': ofInvoice(),
  'invoices.portal.forward': ofInvoice(),
  'invoices.portal.refund': ofInvoice({ idempotency_key: 'once' }),
  'invoices.portal.withdrawRefund': ofInvoice(),
  'invoices.portal.giveBack': ofInvoice({ idempotency_key: 'once', amount: 1 }),
  'identity.portal.parties': {},
  'lightning.portal.wallets': { input: inBusiness, stranger: 'FORBIDDEN' },
  'lightning.portal.balance': { input: inBusiness, stranger: 'FORBIDDEN' },
  'lightning.portal.list': { input: inBusiness, stranger: 'FORBIDDEN' },
  'lightning.portal.detail': { input: ({ objects }) => ({ id: objects['lightning'] }), stranger: 'NOT_FOUND' },
  'lightning.portal.preview': { input: () => ({ wallet_id: 'main', destination: 'ada@pay.example' }), stranger: 'NOT_FOUND' },
  'series.portal.calendar': { input: ({ objects }) => ({ id: objects['series'] }), stranger: 'NOT_FOUND' },
  'series.portal.dispute': {
    input: ({ objects }) => ({ id: objects['series'], escrow_id: objects['escrows'], reason: 'mischief' }),
    stranger: 'NOT_FOUND',
  },
  'webhooks.portal.endpoint': { input: inBusiness, stranger: 'FORBIDDEN' },
  'webhooks.portal.deliveries': { input: inBusiness, stranger: 'FORBIDDEN' },
  'webhooks.portal.delivery': { input: ({ deliveryId }) => ({ id: deliveryId }), stranger: 'NOT_FOUND' },
  'rates.portal.sources': {},
  // Nobody here is an operator: each is refused before its input is read.
  'operator.overview': forOperators,
  'operator.payouts': forOperators,
  'operator.heldMoney': forOperators,
  'operator.unsupportedTokens': forOperators,
  'operator.wrongChain': forOperators,
  'operator.payment': forOperatorsOf('paymentId'),
  'operator.accept': { input: ({ paymentId }) => ({ id: paymentId, units: '1' }), stranger: 'FORBIDDEN' },
  'operator.forward': forOperatorsOf('paymentId'),
  'operator.refund': forOperatorsOf('paymentId'),
  'operator.withdrawRefund': forOperatorsOf('paymentId'),
  'operator.withdrawAddress': forOperatorsOf('paymentId'),
  'operator.disputes': forOperators,
  'operator.cards': forOperators,
  'operator.lightning': forOperators,
  'operator.decideDispute': {
    input: ({ paymentId }) => ({ id: paymentId, outcome: 'release', resolution: 'mischief' }),
    stranger: 'FORBIDDEN',
  },
  'operator.pauses': forOperators,
  'operator.pause': { input: () => ({ scope: 'global', reason: 'mischief' }), stranger: 'FORBIDDEN' },
  'operator.lift': { input: () => ({ scope: 'global', revision: 1 }), stranger: 'FORBIDDEN' },
  'operator.release': { input: ({ paymentId }) => ({ payment: paymentId, round: 0, units: '1' }), stranger: 'FORBIDDEN' },
  'operator.treasury': forOperators,
  'operator.rates': forOperators,
  'operator.confirmRate': { input: () => ({ pair: 'BTC/USD', price: '61250' }), stranger: 'FORBIDDEN' },
  'operator.business': forOperatorsOf('businessId'),
  'operator.businesses': forOperators,
  'operator.setPlan': { input: ({ businessId }) => ({ id: businessId, plan: 'professional' }), stranger: 'FORBIDDEN' },
  'operator.audit': forOperators,
}
