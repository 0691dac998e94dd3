import { emitEvent, emitOn } from '../events/emit-event.ts'
import type { Account, CapabilityStatus } from '../objects/account.ts'
import { laterRequirements, noRequirements } from '../objects/requirements.ts'
import { get, update } from '../state/store.ts'
import { APPLICATION, nowOf, type World } from '../state/world.ts'

/** What the control sets of an account: only the named members change. */
export interface AccountChanges {
  readonly charges_enabled?: boolean
  readonly payouts_enabled?: boolean
  readonly details_submitted?: boolean
  readonly requirements?: Partial<Account['requirements']>
}

const DEADLINE_SECONDS = 14 * 86_400

/** Everything is told: the account may charge and is paid out. */
export const completeOnboarding = (world: World, id: string): Account =>
  moveAccount(world, id, { charges_enabled: true, payouts_enabled: true, details_submitted: true, requirements: noRequirements })

/** Enough is told to charge; payouts wait for a document, with a deadline. */
export const leaveOnboardingLater = (world: World, id: string): Account =>
  moveAccount(world, id, {
    charges_enabled: true,
    payouts_enabled: false,
    details_submitted: true,
    requirements: {
      ...noRequirements,
      currently_due: laterRequirements,
      eventually_due: laterRequirements,
      current_deadline: nowOf(world) + DEADLINE_SECONDS,
    },
  })

/** Changes what an account may do and owes, and announces it. */
export function moveAccount(world: World, id: string, { requirements, ...changes }: AccountChanges): Account {
  const account = get(world, { kind: 'account' }, id)
  const moved = { ...account, ...changes, requirements: { ...account.requirements, ...requirements } }
  const updated = update(world, account, { ...moved, capabilities: capabilitiesOf(moved) })
  emitEvent(world, 'account.updated', updated)
  return updated
}

/** Takes the platform's access to an account away, as its merchant may at any time. What is under way on the account goes on there. */
export function disconnectAccount(world: World, id: string): void {
  get(world, { kind: 'account' }, id)
  const object = { id: APPLICATION, object: 'application', name: 'Devnet' }
  emitOn(world, id, { type: 'account.application.deauthorized', data: { object } })
  Reflect.deleteProperty(world.state.objects, id)
  world.changed()
}

/** Charging and being paid follow from the flags. */
function capabilitiesOf({ capabilities, charges_enabled, payouts_enabled }: Account): Account['capabilities'] {
  const statusOf = (name: string): CapabilityStatus => ((name === 'transfers' ? payouts_enabled : charges_enabled) ? 'active' : 'inactive')
  return Object.fromEntries(Object.keys(capabilities).map((name) => [name, statusOf(name)]))
}
