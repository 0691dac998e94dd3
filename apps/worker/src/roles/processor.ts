import { messageOf } from '@gateway/domain/kernel/error'
import type { ProcessorContext } from '@gateway/operations/cards/lifecycle/processor-context'
import { forgetTasks } from '@gateway/operations/cards/processor/work-task'
import { readBalanceDays } from '@gateway/operations/cards/reconciliation/read-balance-days'
import { findDueLooks, findDueWork } from '@gateway/operations/cards/work/due-work'
import { guardDecisions } from '@gateway/operations/custody/decisions/guard-decisions'
import { verifyDecisions } from '@gateway/operations/custody/decisions/verify-decisions'
import { openHighWaterFile } from '@gateway/operations/custody/recovery/high-water-file'
import { chargeOwners } from '@gateway/operations/jobs/charge-owners'
import { BadSettings } from '@gateway/operations/kernel/settings'
import { createStripeClients } from '@gateway/providers/stripe/client'
import { stripeKeys } from '@gateway/providers/stripe/settings'
import { createStripeProcessor } from '@gateway/providers/stripe/processor'
import type { Config } from '../config.ts'
import type { Deps } from '../deps.ts'
import { recurring, recurringLater, rest, type RunningRole } from '../running-role.ts'
import { workPool } from '../work-pool.ts'

const AT_ONCE = 64
const POLL_MS = 1_000
const LOOK_EVERY_MS = 10_000
const LOOKS_AT_ONCE = 8
const FORGET_EVERY_MS = 10 * 60_000
const BALANCE_EVERY_MS = 10 * 60_000
const VERIFY_EVERY_MS = 60 * 60_000
const role = 'processor'

/**
 * Calls the card processor for whatever is due, many things at once. Without keys there is nothing to call, and what is asked for waits. Nothing is looked for
 * before the database was compared with what was remembered outside it.
 * @throws {BadSettings} see `clientsOf` and `decidingOf`.
 */
export function openProcessor({ config, ctx, news }: Deps): RunningRole[] {
  const clients = clientsOf(config)
  if (!clients) return []
  const { WEBHOOK_SEALING_KEY: webhookSealingKey, EMAIL_LIMITS: emailLimits } = config.forRole('processor')
  const own = { webhookSealingKey, emailLimits, chargeOwners, processor: createStripeProcessor(clients) }
  const processor: ProcessorContext = { ...ctx, ...decidingOf(config), ...own }
  const guard = guardDecisions(processor)
  const findGuarded: typeof findDueWork = (of, wanted) => guard().then(() => findDueWork(of, wanted))
  const heard = (ms: number) => news.next({ channel: 'processor_due', ms })
  return [
    workPool(processor, { role, find: findGuarded, most: AT_ONCE, wait: () => heard(POLL_MS) }),
    workPool(processor, { role, find: findDueLooks, most: LOOKS_AT_ONCE, wait: (stopping) => rest(LOOK_EVERY_MS, stopping) }),
    recurring(BALANCE_EVERY_MS, () => readBalance(processor).catch((error: unknown) => warn(processor, error))),
    recurringLater(VERIFY_EVERY_MS, () => verifyDecisions(processor).catch((error: unknown) => warn(processor, error))),
    recurring(FORGET_EVERY_MS, () => forgetTasks(processor).catch((error: unknown) => warn(processor, error))),
  ]
}

/** Reads what is left of the processor's balance; what fails is tried again. */
async function readBalance(processor: ProcessorContext): Promise<void> {
  const problem = await readBalanceDays(processor)
  if (problem) throw new Error(`the balance at the card processor was not read: ${problem.result}`)
}

/** What authenticates the decisions of the role, and where it remembers them. @throws {BadSettings} when a setting is missing. */
function decidingOf(config: Config): Pick<ProcessorContext, 'decidesAs' | 'keys' | 'sequence'> {
  const { PROCESSOR_DECISION_KEY: decisionKey, PROCESSOR_SEQUENCE_FILE: sequenceFile } = config.forRole(role)
  if (!decisionKey) throw new BadSettings(['PROCESSOR_DECISION_KEY: is required with STRIPE_CHECKOUT_KEY'])
  if (!sequenceFile) throw new BadSettings(['PROCESSOR_SEQUENCE_FILE: is required with STRIPE_CHECKOUT_KEY'])
  return { decidesAs: role, keys: { decisionKeys: [decisionKey] }, sequence: openHighWaterFile(sequenceFile) }
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
