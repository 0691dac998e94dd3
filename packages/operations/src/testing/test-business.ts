import type { Business } from '@gateway/domain/businesses/business'

const at = new Date('2026-10-01T12:00:00.000Z')

/** A business for presentation tests; it is in no database. */
export const testBusiness: Business = {
  id: 'b',
  merchantId: 'm',
  mode: 'live',
  name: 'Blue Bottle Books',
  description: null,
  category: null,
  plan: 'starter',
  timeZone: 'UTC',
  statementDescriptor: null,
  spreadBps: 0,
  toleranceBps: 0,
  paymentWindowSeconds: 900,
  wallets: {},
  formerWallets: {},
  taxProfile: null,
  createdAt: at,
  updatedAt: at,
}
