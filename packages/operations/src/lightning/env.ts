import { defaultLightningLimits as defaults, type LightningLimits } from '@gateway/domain/lightning/limits'
import { z } from 'zod'
import { decisionKey, sequenceFile } from '../custody/decisions/decision-settings.ts'

const Sats = z.coerce.bigint().positive()

/** What the node may hold: for the role that pays, and for the api, which shows it to operators. */
export const LightningCapEnv = z.object({
  LIGHTNING_HOT_BALANCE_SATS: Sats.prefault(String(defaults.hotBalanceSats)).meta({
    description:
      'What the Lightning node may hold in channels, in satoshis; above it sends are held until somebody has moved the rest away.',
    example: String(defaults.hotBalanceSats),
  }),
})

const deciding = { role: 'lightning', requiredWith: 'LND_SOCKET' } as const

/** Settings of the role that pays besides its node: what it may send, and what authenticates its decisions. */
export const LightningRoleEnv = z.object({
  LIGHTNING_DECISION_KEY: decisionKey(deciding),
  LIGHTNING_PAUSE_FILE: z.string().min(1).optional().meta({
    description: 'While this file exists nothing is sent by Lightning, whatever the database says.',
    example: '/etc/gateway-ln-pay/pause',
  }),
  LIGHTNING_SEQUENCE_FILE: sequenceFile({ ...deciding, example: '/var/lib/gateway-ln-pay/lightning.sequence' }),
  LIGHTNING_MAX_PAYMENT_SATS: Sats.prefault(String(defaults.paymentSats)).meta({
    description: 'The largest Lightning payment, in satoshis; at most the default.',
    example: String(defaults.paymentSats),
  }),
  LIGHTNING_WALLET_HOUR_SATS: Sats.prefault(String(defaults.walletHourSats)).meta({
    description: 'What one wallet may send by Lightning within an hour, in satoshis; what is more is held.',
    example: String(defaults.walletHourSats),
  }),
  ...LightningCapEnv.shape,
})
type LightningRoleEnv = z.output<typeof LightningRoleEnv>

/** What the operator lets leave. */
export const lightningLimitsOf = (settings: LightningRoleEnv): LightningLimits => ({
  paymentSats: settings.LIGHTNING_MAX_PAYMENT_SATS < defaults.paymentSats ? settings.LIGHTNING_MAX_PAYMENT_SATS : defaults.paymentSats,
  walletHourSats: settings.LIGHTNING_WALLET_HOUR_SATS,
  hotBalanceSats: settings.LIGHTNING_HOT_BALANCE_SATS,
})
