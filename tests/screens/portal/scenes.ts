import type { Page } from 'playwright-core'
import { accountAnswers } from './account-answers.ts'
import { ago, broken, type Told, unconfirmed } from './answers.ts'
import { businessAnswers, BUSINESS_ID, kestrel, LONG_NAME } from './business-answers.ts'
import { heldDetail, longDetail, paidDetail, pendingDetail, refundingDetail, wrongChainDetail } from './detail-answers.ts'
import { developerAnswers, failingEndpoint, noDevelopers, rateAnswers } from './developer-answers.ts'
import { rooms } from '../../rooms.ts'
import { SERIES_ID } from '../../series/answers.ts'
import { escrowAnswers } from './escrow-answers.ts'
import { escrowScenes } from './escrow-scenes.ts'
import { operatorScenes } from './operator-scenes.ts'
import { longRows, noPayments, PAYMENT_ID, paymentAnswers } from './payment-answers.ts'
import { refundAnswers } from './refund-answers.ts'
import { refundScenes } from './refund-scenes.ts'
import { click, type Scene, states } from './scene.ts'

/** A business that sells: what every procedure answers unless a scene says otherwise. */
export const common: Told = {
  ...accountAnswers,
  ...businessAnswers,
  ...paymentAnswers,
  ...refundAnswers,
  ...developerAnswers,
  ...rateAnswers,
  ...escrowAnswers,
  ...Object.assign({}, ...rooms.map(({ answers }) => answers)),
  'payments.portal.detail': paidDetail,
}

const home = `/b/${BUSINESS_ID}`
const payment = `${home}/payments/${PAYMENT_ID}`

const long: Told = {
  'businesses.list': { ...businessAnswers['businesses.list'], businesses: [{ ...kestrel, name: LONG_NAME }] },
  'businesses.get': { business: { ...kestrel, name: LONG_NAME } },
  'payments.portal.list': { ...paymentAnswers['payments.portal.list'], payments: [...longRows] },
  'payments.portal.totals': { ...paymentAnswers['payments.portal.totals'], volume_usd: '1000000' },
  'payments.portal.detail': longDetail,
}

/** Every page of the portal in every state, by name. */
export const scenes: Readonly<Record<string, Scene>> = {
  'sign-in': { path: '/sign-in', told: { 'accounts.portal.current': { status: 'signed_out' } } },
  'sign-in-refused': {
    path: '/sign-in',
    told: { 'accounts.portal.signIn': { status: 401, code: 'INVALID_CREDENTIALS', error: 'The e-mail address or the password is wrong' } },
    act: signIn,
  },
  'second-step': { path: '/sign-in', act: signIn },
  'sign-up': { path: '/sign-up' },
  'forgot-password': { path: '/forgot-password' },
  'not-here': { path: '/nowhere' },
  'session-broken': { path: home, told: { 'accounts.portal.current': broken } },
  'new-business': { path: '/new-business' },
  'new-business-secret': {
    path: '/new-business',
    act: async (page) => {
      await page.getByLabel('Name').fill('Kestrel Coffee')
      await page.getByRole('button', { name: 'Open business' }).click()
    },
  },
  ...states('account', '/account', [['accounts.portal.sessions', 'accounts.factors.list']]),
  'account-bare': {
    path: '/account',
    told: {
      'accounts.portal.current': {
        ...accountAnswers['accounts.portal.current'],
        merchant: { ...accountAnswers['accounts.portal.current'].merchant, email_verified: false, name: null },
      },
      'accounts.factors.list': { passkeys: [], totp_since: null, recovery_codes_left: 0 },
    },
  },
  'account-app': {
    path: '/account',
    told: { 'accounts.factors.list': { passkeys: [], totp_since: null, recovery_codes_left: 0 } },
    act: click('Set up an app…'),
  },
  ...states('account-audit', '/account/audit', [['businesses.portal.audit'], noDevelopers]),
  'account-codes': { path: '/account', act: click('Create new codes…', 'Create new codes') },

  ...states('home', home, [['payments.portal.totals', 'payments.portal.list'], { ...noPayments, ...noDevelopers }]),
  home: {
    path: home,
    told: {
      'payments.portal.list': {
        ...paymentAnswers['payments.portal.list'],
        payments: paymentAnswers['payments.portal.list'].payments.slice(0, 5),
      },
    },
  },
  'home-failing': { path: home, told: { 'webhooks.portal.endpoint': failingEndpoint } },
  'home-table': { path: home, act: click('Show as table') },
  'home-long': { path: home, told: long },
  drawer: { path: home, told: { 'webhooks.portal.endpoint': failingEndpoint }, act: click('Open navigation'), isPhone: true },
  'switcher-long': { path: home, told: long, act: async (page) => page.locator('.business').dispatchEvent('click') },
  finder: { path: home, act: async (page) => page.keyboard.press('Control+k') },
  'finder-found': { path: home, act: findSeries },

  ...states('payments', `${home}/payments`, [['payments.portal.list'], noPayments]),
  'payments-none-found': { path: `${home}/payments?q=nothing&asset=BTC`, told: noPayments },
  'payments-long': { path: `${home}/payments`, told: long },
  'new-payment': { path: `${home}/payments/new` },
  'new-payment-wrong': {
    path: `${home}/payments/new`,
    act: async (page) => {
      await page.getByLabel('Amount').fill('1.234,50')
      await page.getByRole('button', { name: 'Create payment' }).click()
    },
  },
  ...states('payment', payment, [['payments.portal.detail']]),
  'payment-pending': { path: payment, told: { 'payments.portal.detail': pendingDetail } },
  'payment-wrong-chain': { path: payment, told: { 'payments.portal.detail': wrongChainDetail } },
  'payment-held': { path: payment, told: { 'payments.portal.detail': heldDetail } },
  'payment-deciding': {
    path: payment,
    told: { 'payments.portal.detail': { ...heldDetail, decisions: [], pending_decision: { decision: 'accept', since: ago(0) } } },
  },
  'payment-refunding': { path: payment, told: { 'payments.portal.detail': refundingDetail } },
  'payment-long': { path: payment, told: long },
  'payment-more': { path: payment, act: click('More actions') },
  'payment-accept': { path: payment, told: { 'payments.portal.detail': heldDetail }, act: click('Accept…') },
  'payment-refund': { path: payment, told: { 'payments.portal.detail': heldDetail }, act: click('Create refund link…') },
  'payment-refund-link': {
    path: payment,
    told: { 'payments.portal.detail': heldDetail },
    act: click('Create refund link…', 'Create refund link'),
  },

  ...refundScenes,
  ...operatorScenes,
  ...escrowScenes,
  ...Object.assign({}, ...rooms.map((room) => room.scenes)),
  ...states('rates', `${home}/rates`, [['rates.portal.sources']]),
  ...states('keys', `${home}/api-keys`, [['businesses.keys.list'], noDevelopers]),
  'key-create': { path: `${home}/api-keys`, act: click('New key…') },
  'key-scopes': {
    path: `${home}/api-keys`,
    act: async (page) => {
      await click('New key…')(page)
      await page.getByLabel('Only the chosen areas').check()
    },
  },
  'key-secret': { path: `${home}/api-keys`, act: createKey },
  'key-revoke': { path: `${home}/api-keys`, act: click('Revoke…') },
  'confirm-identity': { path: `${home}/api-keys`, told: { 'businesses.keys.create': unconfirmed }, act: createKey },
  ...states('webhooks', `${home}/webhooks`, [['webhooks.portal.endpoint', 'webhooks.portal.deliveries'], noDevelopers]),
  'webhooks-failing': { path: `${home}/webhooks`, told: { 'webhooks.portal.endpoint': failingEndpoint } },
  'webhook-edit': { path: `${home}/webhooks`, act: click('Edit endpoint…') },
  'webhook-rotate': { path: `${home}/webhooks`, act: click('Rotate secret…') },
  'webhook-secret': { path: `${home}/webhooks`, act: click('Rotate secret…', 'Rotate secret') },
  'webhook-delivery': { path: `${home}/webhooks?delivery=d21` },
  ...states('events', `${home}/events`, [['webhooks.events'], noDevelopers]),
  'event-shown': { path: `${home}/events`, act: click('payment.completed') },

  ...states('settings', `${home}/settings`, [['businesses.get', 'businesses.portal.overview']]),
  ...states('wallets', `${home}/settings/wallets`, [['businesses.portal.overview']]),
  'wallet-edit': {
    path: `${home}/settings/wallets`,
    act: async (page) => {
      await page.getByRole('button', { name: /^Change the wallet of Bitcoin$/ }).click()
      await page.getByLabel('Bitcoin address').fill('bc1qpjlcgk34hh0em5e2ukq46xey8r0q9zuzg3hwk5')
    },
  },
  ...states('audit', `${home}/settings/audit`, [['businesses.portal.audit'], noDevelopers]),
}

async function signIn(page: Page): Promise<void> {
  await page.getByLabel('E-mail').fill('mara@kestrel.example')
  await page.getByLabel('Password').fill('correct horse battery staple')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
}

async function createKey(page: Page): Promise<void> {
  await click('New key…')(page)
  await page.getByLabel('Name').fill('Web shop')
  await page.getByRole('button', { name: 'Create key' }).click()
}

async function findSeries(page: Page): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByLabel('ID, address or transaction').fill(SERIES_ID)
  await page.keyboard.press('Enter')
}
