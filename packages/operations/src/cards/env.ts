import { z } from 'zod'
import { decisionKey, sequenceFile } from '../custody/decisions/decision-settings.ts'

const deciding = { role: 'processor', requiredWith: 'STRIPE_CHECKOUT_KEY' } as const

/** Settings of the role that calls the card processor besides its keys: what authenticates its decisions, and where it remembers them. */
export const ProcessorDecisionsEnv = z.object({
  PROCESSOR_DECISION_KEY: decisionKey(deciding),
  PROCESSOR_SEQUENCE_FILE: sequenceFile({ ...deciding, example: '/var/lib/gateway-processor/processor.sequence' }),
})
