import type { Page } from 'playwright-core'
import { BUSINESS_ID } from '../screens/portal/business-answers.ts'
import { click, type Scene, states } from '../screens/portal/scene.ts'
import {
  asDraft,
  bareInvoice,
  cancelledInvoice,
  heldInvoice,
  INVOICE_ID,
  noInvoices,
  overdueInvoice,
  paidInvoice,
  paidOutside,
  paidTwice,
  processingInvoice,
  refundingInvoice,
  sentInvoice,
  toGiveBack,
  withTaxProfile,
} from './answers.ts'

const home = `/b/${BUSINESS_ID}`
const invoices = `${home}/invoices`
const invoice = `${invoices}/${INVOICE_ID}`

/** Every page of invoices in every state, by name. */
export const invoiceScenes: Readonly<Record<string, Scene>> = {
  ...states('invoices', invoices, [['invoices.portal.list', 'invoices.portal.ageing'], noInvoices]),
  'invoices-none-found': { path: `${invoices}?q=nothing`, told: noInvoices },
  ...states('invoices-clients', `${invoices}/clients`, [['invoices.portal.clients'], noInvoices]),
  'invoices-client-new': { path: `${invoices}/clients`, act: click('New client…') },
  'invoices-client-wrong': { path: `${invoices}/clients`, act: click('New client…', 'Create client') },
  'invoices-client-delete': { path: `${invoices}/clients`, act: click('Delete Ada Lovelace') },
  ...states('invoices-one', invoice, [['invoices.portal.detail']]),
  'invoices-one-draft': { path: invoice, told: asDraft },
  'invoices-one-bare': { path: invoice, told: bareInvoice },
  'invoices-one-overdue': { path: invoice, told: overdueInvoice },
  'invoices-one-paid': { path: invoice, told: paidInvoice },
  'invoices-one-outside': { path: invoice, told: paidOutside },
  'invoices-one-cancelled': { path: invoice, told: cancelledInvoice },
  'invoices-one-processing': { path: invoice, told: processingInvoice },
  'invoices-one-held': { path: invoice, told: heldInvoice },
  'invoices-one-refunding': { path: invoice, told: refundingInvoice },
  'invoices-forward': { path: invoice, told: heldInvoice, act: click('Forward…') },
  'invoices-refund': { path: invoice, told: heldInvoice, act: click('Create refund link…') },
  'invoices-refund-link': { path: invoice, told: heldInvoice, act: click('Create refund link…', 'Create refund link') },
  'invoices-mark-given-back': { path: invoice, told: toGiveBack, act: click('Mark as given back…') },
  'invoices-one-twice': { path: invoice, told: paidTwice },
  'invoices-one-give-back': { path: invoice, told: toGiveBack },
  'invoices-send': { path: invoice, told: asDraft, act: click('Send…') },
  'invoices-remind': { path: invoice, act: click('Remind…') },
  'invoices-mark-paid': { path: invoice, act: click('Mark paid…') },
  'invoices-undo': { path: invoice, told: paidOutside, act: click('Undo the mark…') },
  'invoices-more': { path: invoice, act: click('More actions'), isPhone: true },
  'invoices-credit': { path: invoice, told: paidInvoice, act: click('Credit note…') },
  'invoices-credit-part': { path: invoice, told: paidInvoice, act: creditPart },
  'invoices-cancel': { path: invoice, told: sentInvoice, act: choose('Cancel invoice…') },
  'invoices-delete': { path: invoice, told: asDraft, act: choose('Delete draft…') },
  'invoices-duplicate': { path: invoice, told: cancelledInvoice, act: choose('Duplicate…') },
  'invoices-new': { path: `${invoices}/new` },
  'invoices-new-wrong': { path: `${invoices}/new`, act: click('Create draft') },
  'invoices-new-amount': { path: `${invoices}/new`, act: click('Remove line 1') },
  'invoices-edit': { path: `${invoice}/edit` },
  'invoices-edit-sent': { path: `${invoice}/edit`, told: sentInvoice },
  'invoices-tax-profile': { path: `${home}/settings/tax-profile`, told: withTaxProfile },
  'invoices-tax-profile-clear': { path: `${home}/settings/tax-profile`, told: withTaxProfile, act: click('Clear tax profile…') },
  'invoices-tax-profile-wrong': { path: `${home}/settings/tax-profile`, act: click('Save tax profile') },
}

/** Chooses a line of the menu of rare actions. */
function choose(action: string) {
  return async (page: Page): Promise<void> => {
    await click('More actions')(page)
    await page.getByRole('menuitem', { name: action }).click()
  }
}

async function creditPart(page: Page): Promise<void> {
  await click('Credit note…', 'A part')(page)
  await page.getByLabel('Sidama, roasted, 1 kg: of 12').fill('2,5')
}
