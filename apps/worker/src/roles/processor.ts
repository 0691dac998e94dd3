import { messageOf } from '@gateway/domain/kernel/error'
import type { ProcessorContext } from '@gateway/operations/cards/lifecycle/processor-context'
import { forgetTasks } from '@gateway/operations/cards/processor/work-task'
import { readBalanceDays } from '@gateway/operations/cards/reconciliation/read-balance-days'
import { findDueLooks, findDueWork } from '@gateway/operations/cards/work/due-work'
import { chargeOwners } from '@gateway/operations/jobs/charge-owners'
import { BadSettings } from '@gateway/operations/kernel/settings'
import { createStripeClients } from '@gateway/providers/stripe/client'
import { stripeKeys } from '@gateway/providers/stripe/settings'
import { createStripeProcessor } from '@gateway/providers/stripe/processor'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { recurring, rest, type RunningRole } from '../running-role.ts'
import { workPool } from '../work-pool.ts'

const AT_ONCE = 64
const POLL_MS = 1_000
const LOOK_EVERY_MS = 10_000
const LOOKS_AT_ONCE = 8
const FORGET_EVERY_MS = 10 * 60_000
const BALANCE_EVERY_MS = 10 * 60_000
const role = 'processor'

/**
 * Calls the card processor for whatever is due, many things at once. Without keys there is nothing to call, and what is asked for waits.
 * @throws {BadSettings} see `clientsOf`.
 */
export function openProcessor({ config, ctx, news }: Deps): RunningRole[] {
  const clients = clientsOf(config)
  if (!clients) return []
  const { WEBHOOK_SEALING_KEY: webhookSealingKey, EMAIL_LIMITS: emailLimits } = config.forRole('processor')
  const processor: ProcessorContext = { ...ctx, webhookSealingKey, emailLimits, chargeOwners, processor: createStripeProcessor(clients) }
  const heard = (ms: number) => news.next({ channel: 'processor_due', ms })
  return [
    workPool(processor, { role, find: findDueWork, most: AT_ONCE, wait: () => heard(POLL_MS) }),
    workPool(processor, { role, find: findDueLooks, most: LOOKS_AT_ONCE, wait: (stopping) => rest(LOOK_EVERY_MS, stopping) }),
    recurring(BALANCE_EVERY_MS, () => readBalance(processor).catch((error: unknown) => warn(processor, error))),
    recurring(FORGET_EVERY_MS, () => forgetTasks(processor).catch((error: unknown) => warn(processor, error))),
  ]
}

/** Reads what is left of the processor's balance; what fails is tried again. */
async function readBalance(processor: ProcessorContext): Promise<void> {
  const problem = await readBalanceDays(processor)
  if (problem) throw new Error(`the balance at the card processor was not read: ${problem.result}`)
}

/** @throws {BadSettings} when some keys are missing, and when production would call another server. */
function clientsOf(config: Config) {
  const settings = config.forRole('processor')
  if (config.common.NODE_ENV === 'production' && settings.STRIPE_URL !== undefined)
    throw new BadSettings(['STRIPE_URL: is refused in production'])
  const keys = stripeKeys(settings)
  return keys && createStripeClients({ keys, url: settings.STRIPE_URL })
}

const warn = ({ log }: ProcessorContext, error: unknown): void =>
  log.warn({ role, problem: messageOf(error) }, 'work for the card processor failed, continuing')
