import type { StripeKey } from './server/permissions.ts'

/** The restricted keys of the gateway, one per duty, each with what its calls need; whoever runs the double gives them to the role `processor`. */
export const gatewayKeys = {
  checkout: {
    key: 'rk_test_gatewayCheckout',
    permissions: [
      'accounts:write',
      'account_links:write',
      'balance:read',
      'charges:read',
      'checkout_sessions:write',
      'events:read',
      'payment_intents:read',
    ],
  },
  refunds: { key: 'rk_test_gatewayRefunds', permissions: ['application_fees:write', 'disputes:write', 'files:write', 'refunds:write'] },
  transfers: { key: 'rk_test_gatewayTransfers', permissions: ['balance:read', 'payouts:read', 'transfers:write'] },
} as const satisfies Record<string, StripeKey>

/** What signs the events that the gateway receives: those of the platform, and those of connected accounts. */
export const gatewayWebhookSecrets = { platform: 'whsec_gatewayPlatform', connect: 'whsec_gatewayConnect' } as const
