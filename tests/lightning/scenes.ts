import type { Page } from 'playwright-core'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'
import { click, type Scene, states } from '../screens/portal/scene.ts'
import { asOperator } from '../screens/portal/operator-scenes.ts'
import {
  alreadyPaid,
  expiredInvoice,
  failedSend,
  heldSend,
  LIGHTNING_ID,
  neverAsked,
  nodeAway,
  noWallets,
  oneWallet,
  openInvoice,
  operatorIsShort,
  operatorSees,
  paidAtAddress,
  pendingSend,
  readAddress,
  readInvoice,
  readOwn,
  sentInside,
  settledSend,
  tooMuch,
  unreadable,
  unusedWallet,
  waitingSend,
  withoutAmount,
} from './answers.ts'

const lightning = `/b/${BUSINESS_ID}/lightning`
const wallets = `${lightning}/wallets`
const payment = `${lightning}/payments/${LIGHTNING_ID}`

/** Types a destination and has it read. */
async function read(page: Page): Promise<void> {
  await click('Send…')(page)
  await page.getByLabel('Invoice or Lightning Address').fill('ada@wallet.example')
  await click('Continue')(page)
}

/** Goes on to the payment itself. */
const pay = async (page: Page): Promise<void> => {
  await read(page)
  await page.getByRole('button', { name: 'Send 250,000 sats' }).click()
}

/** Claims a name, which the server knows to be free or not. */
const claim = async (page: Page): Promise<void> => {
  await click('Claim address… for pop-up')(page)
  await page.getByLabel('Name').fill('ada')
}

/** Every page of Lightning in every state, by name. */
export const lightningScenes: Readonly<Record<string, Scene>> = {
  ...states('lightning', lightning, [['lightning.portal.wallets', 'lightning.portal.balance', 'lightning.portal.list'], noWallets]),
  'lightning-none-found': { path: `${lightning}?q=nothing`, told: { ...unusedWallet, ...oneWallet } },
  'lightning-unused': { path: lightning, told: unusedWallet },
  'lightning-receive': { path: lightning, act: click('Receive…') },
  'lightning-receive-wrong': { path: lightning, told: oneWallet, act: click('Receive…', 'Create invoice') },
  'lightning-receive-refused': { path: lightning, told: { ...oneWallet, 'lightning.invoices.create': nodeAway }, act: refusedInvoice },
  'lightning-send': { path: lightning, act: click('Send…') },
  'lightning-send-one': { path: lightning, told: oneWallet, act: click('Send…') },
  'lightning-send-unreadable': { path: lightning, told: { ...oneWallet, 'lightning.portal.preview': unreadable }, act: read },
  'lightning-send-no-amount': { path: lightning, told: withoutAmount, act: read },
  'lightning-send-invoice': { path: lightning, told: readInvoice, act: read },
  'lightning-send-address': { path: lightning, told: readAddress, act: read },
  'lightning-send-inside': { path: lightning, told: readOwn, act: read },
  'lightning-send-too-much': { path: lightning, told: tooMuch, act: read },
  'lightning-send-refused': { path: lightning, told: { ...readInvoice, 'lightning.payments.send': alreadyPaid }, act: pay },
  ...states('lightning-wallets', wallets, [['lightning.portal.wallets'], noWallets]),
  'lightning-enable': { path: wallets, act: click('Enable wallet…') },
  'lightning-claim': { path: wallets, act: claim },
  'lightning-claim-taken': { path: wallets, told: { 'lightning.address.get': { username: 'ada', available: false } }, act: claim },
  ...states('lightning-one', payment, [['lightning.portal.detail']]),
  'lightning-one-open': { path: payment, told: openInvoice },
  'lightning-one-expired': { path: payment, told: expiredInvoice },
  'lightning-one-address': { path: payment, told: paidAtAddress },
  'lightning-one-sent': { path: payment, told: settledSend },
  'lightning-one-pending': { path: payment, told: pendingSend },
  'lightning-one-waiting': { path: payment, told: waitingSend },
  'lightning-one-held': { path: payment, told: heldSend },
  'lightning-one-failed': { path: payment, told: failedSend },
  'lightning-one-inside': { path: payment, told: sentInside },
  'lightning-operator': { path: '/operator/lightning', told: { ...asOperator, 'operator.lightning': operatorSees } },
  'lightning-operator-short': { path: '/operator/lightning', told: { ...asOperator, 'operator.lightning': operatorIsShort } },
  'lightning-operator-silent': { path: '/operator/lightning', told: { ...asOperator, 'operator.lightning': neverAsked } },
}

async function refusedInvoice(page: Page): Promise<void> {
  await click('Receive…')(page)
  await page.getByLabel('Amount in sats').fill('1000')
  await click('Create invoice')(page)
}
