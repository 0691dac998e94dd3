import type { Page } from 'playwright-core'
import { BUSINESS_ID } from './business-answers.ts'
import { paidDetail } from './detail-answers.ts'
import { PAYMENT_ID } from './payment-answers.ts'
import { everyRefund, expiredRefund, payableRefund } from './refund-answers.ts'
import { broken, type Told } from './answers.ts'
import { click, type Scene } from './scene.ts'

const path = `/b/${BUSINESS_ID}/payments/${PAYMENT_ID}`
const told = (refunds: NonNullable<Told['payments.portal.refunds.list']>): Told => ({ 'payments.portal.refunds.list': refunds })

const overpaid: Told = {
  'payments.portal.detail': {
    ...paidDetail,
    payment: { ...paidDetail.payment, exceptions: ['overpaid'], amount_received: '0.0031' },
  },
  ...told({ amount_left: '0.0031', refunds: [] }),
}

/** Fills the dialog for a part in the currency. */
const part =
  (typed: string) =>
  async (page: Page): Promise<void> => {
    await click('Refund…', 'A part')(page)
    await page.getByLabel('Amount, EUR').fill(typed)
  }

/** The refunds of a payment in every state, and what starts and changes one. */
export const refundScenes: Readonly<Record<string, Scene>> = {
  'payment-refunds': { path, told: told(everyRefund) },
  'payment-refunds-error': { path, told: told(broken) },
  'payment-refund-start': { path, act: click('Refund…') },
  'payment-refund-surplus': { path, told: overpaid, act: click('Refund…', 'The overpayment') },
  'payment-refund-part': { path, act: part('64,50') },
  'payment-refund-current': {
    path,
    act: async (page) => {
      await part('64.50')(page)
      await click('Current rate')(page)
    },
  },
  'payment-refund-too-much': { path, act: part('150') },
  'payment-refund-named': {
    path,
    act: async (page) => {
      await click('Refund…')(page)
      await page.getByLabel('Customer’s e-mail').fill('lena@hoffmann.example')
      await page.getByLabel('Customer’s address').fill('bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq')
    },
  },
  'payment-refund-links': {
    path,
    act: async (page) => {
      await click('Refund…')(page)
      await page.getByRole('button', { name: /^Start refund of/ }).click()
    },
  },
  'payment-refund-name': { path, told: told(payableRefund), act: click('Name a transaction…', 'Name transaction') },
  'payment-refund-cancel': { path, told: told(payableRefund), act: click('Cancel refund…') },
  'payment-refund-renew': { path, told: told(expiredRefund), act: click('Renew…') },
  'payment-refund-asked': { path, told: told(everyRefund), act: click('This is it…') },
}
