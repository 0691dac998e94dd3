import { plans } from '@gateway/domain/businesses/plan'
import { defaultRules } from '@gateway/domain/payments/payment-rules'
import { defaultLimits } from '../http/limits/limits.ts'
import type { Deployment } from './deployment.ts'

/** A deployment of Bitcoin and Ethereum with the default settings. */
export const testDeployment: Deployment = {
  origin: 'https://pay.example',
  assets: ['BTC', 'ETH', 'USDC_ETH'],
  refundable: ['BTC'],
  plans,
  rules: defaultRules,
  windowSeconds: 900,
  limits: defaultLimits,
}
