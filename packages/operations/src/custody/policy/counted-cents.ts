import type { SpendIntentEntity } from '@gateway/db/custody/spend-intent.entity'
import { isOneOf } from '@gateway/db/kernel/is-one-of'
import type { Em } from '@gateway/db/orm'
import { tables } from '@gateway/db/tables'
import type { Decision } from '@gateway/domain/custody/decision-log'
import { DAY_HOURS, hourOf, hoursBefore } from '@gateway/domain/custody/velocity'
import type { SignerKeys } from '../keys/signer-keys.ts'
import { SIGNER_DECISIONS } from './decision-log.ts'
import { isDecisionMac } from './decision-mac.ts'

type Payout = Pick<SpendIntentEntity, 'id' | 'leadId'>

/** Payouts, and the time of their judgement. */
interface ToCount {
  readonly intents: readonly Payout[]
  readonly at: Date
}

type Allowed = Decision & { readonly mac: Uint8Array }

/**
 * Reads how much of each payout the caps of this day count already, for transactions that are proven dead: none of it has left. Nothing while any
 * transaction of the payout is not proven dead; two queries for any number.
 *
 * Only decisions with the signer's mark count. Those of the day's first hour do not: a decision is stored after its amount was counted, which may have been
 * in the hour before.
 */
export async function readCountedCents(
  em: Em,
  { keys }: { readonly keys: Pick<SignerKeys, 'decisionKeys'> },
  { intents, at }: ToCount,
): Promise<(payout: Payout) => bigint> {
  const allowed = Map.groupBy(await findAllowed(em, intents), ({ intentId }) => intentId)
  if (allowed.size === 0) return () => 0n
  const handlesOf = ({ id }: Payout) => (allowed.get(id) ?? []).flatMap(({ facts }) => facts['attempt'] ?? [])
  const open = await findOpen(em, { intents, handles: intents.flatMap(handlesOf) })
  const since = hoursBefore(hourOf(at), DAY_HOURS - 2)
  return (payout) => {
    if (open.leads.has(payout.leadId) || handlesOf(payout).some((handle) => open.handles.has(handle))) return 0n
    const today = (allowed.get(payout.id) ?? []).filter((decision) => decision.at >= since)
    return today.filter(({ mac, ...decision }) => isDecisionMac(keys, decision, mac)).reduce((sum, { facts }) => sum + centsOf(facts), 0n)
  }
}

const centsOf = ({ cents = '0' }: Decision['facts']): bigint => BigInt(cents)

/** The policy wrote the rows, so their types hold; any other row has no valid MAC. */
const findAllowed = (em: Em, intents: readonly Payout[]): Promise<Allowed[]> =>
  tables(em)
    .selectFrom('policy_decision')
    .selectAll()
    .where(
      isOneOf(
        'intentId',
        intents.map(({ id }) => id),
        'uuid',
      ),
    )
    .where('role', '=', SIGNER_DECISIONS)
    .where('outcome', '=', 'allow')
    .execute() as Promise<Allowed[]>

/** Which transactions of payouts may have left: those that are not proven dead. */
async function findOpen(em: Em, { intents, handles }: Pick<ToCount, 'intents'> & { handles: readonly string[] }) {
  const leads = intents.map(({ leadId }) => leadId)
  const rows = await tables(em)
    .selectFrom('spend_attempt')
    .select(['intentId', 'handle'])
    .where('state', '!=', 'dead')
    .where((eb) => eb.or([isOneOf('handle', handles, 'text'), isOneOf('intentId', leads, 'uuid')]))
    .execute()
  return { handles: new Set(rows.map(({ handle }) => handle)), leads: new Set(rows.map(({ intentId }) => intentId)) }
}
