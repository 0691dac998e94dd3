import { setTimeout as pause } from 'node:timers/promises'
import type { FlakyReceiver } from '../../support/flaky-receiver.ts'
import { untilTaken } from './customer.ts'
import type { Fault, Victim } from './faults.ts'
import type { Gated } from './gateway.ts'
import { inTurn, type Turn } from './in-turn.ts'
import type { Journal } from './journal.ts'
import { killOnce, signal } from './kept.ts'
import { moodOf } from './lies.ts'
import type { LiveLightning } from './lightning-nodes.ts'
import type { Servers } from './servers.ts'

/** The targets of faults. */
export interface Arena {
  readonly servers: Servers
  readonly gated: Gated
  readonly receiver: FlakyReceiver
  readonly journal: Journal
}

/** The number of executed faults of each kind. */
export type Harm = Readonly<Record<Fault['does'], number>>

type FaultOf<Does extends Fault['does']> = Extract<Fault, { does: Does }>

/** A process by its name, under either supervisor. */
interface Target {
  pid(): number | undefined
  kill(downMs: number): Promise<void>
}

/**
 * Executes the faults of the plan at their times; faults of one target run one after the other.
 *
 * Skips a second lie or stop during the first: together they would keep a node away for minutes.
 */
export async function carryOut(arena: Arena, faults: readonly Fault[]): Promise<Harm> {
  const beganMs = arena.journal.now()
  const turns = new Map<string, Turn>()
  const lasting = new Set<string>()
  const harm = { kill: 0, stop: 0, lie: 0, reorganise: 0, outage: 0, wipe: 0 }
  const carry = async (fault: Fault): Promise<void> => {
    await pause(beganMs + fault.atMs - arena.journal.now())
    const place = placeOf(fault)
    const what = `${fault.does} ${place}`
    if ((fault.does === 'lie' || fault.does === 'stop') && lasting.has(what)) return arena.journal.note('fault skipped', { what })
    lasting.add(what)
    const turn = turns.get(place) ?? inTurn()
    turns.set(place, turn)
    const isDone = await turn(() => act(arena, fault))
    lasting.delete(what)
    if (isDone) harm[fault.does] += 1
  }
  await Promise.all(faults.map(carry))
  return harm
}

function placeOf(fault: Fault): string {
  if (fault.does === 'kill' || fault.does === 'stop') return fault.victim
  if (fault.does === 'lie') return `proxy of ${fault.chain}`
  if (fault.does === 'reorganise') return fault.chain
  return fault.does === 'wipe' ? 'temporal' : 'receiver'
}

/** @returns whether the fault was executed. */
function act(arena: Arena, fault: Fault): Promise<boolean> {
  switch (fault.does) {
    case 'kill':
      return kill(arena, fault)
    case 'stop':
      return stop(arena, fault)
    case 'lie':
      return lie(arena, fault)
    case 'reorganise':
      return giveUpBlocks(arena, fault)
    case 'outage':
      return outage(arena, fault)
    case 'wipe':
      return wipe(arena, fault)
  }
}

async function kill({ journal, ...arena }: Arena, { victim, downMs }: FaultOf<'kill'>): Promise<boolean> {
  const target = targetOf(arena, victim)
  await target.kill(downMs)
  journal.note('killed', { victim, downMs })
  return true
}

async function stop({ journal, ...arena }: Arena, { victim, forMs }: FaultOf<'stop'>): Promise<boolean> {
  const pid = targetOf(arena, victim).pid()
  if (!signal(pid, 'SIGSTOP')) {
    journal.note('not running, not stopped', { victim })
    return false
  }
  journal.note('stopped', { victim, forMs })
  await pause(forMs)
  signal(pid, 'SIGCONT')
  journal.note('resumed', { victim })
  return true
}

async function lie({ journal, gated }: Arena, { chain, lie: name, forMs }: FaultOf<'lie'>): Promise<boolean> {
  journal.note('lies', { chain, name, forMs })
  gated.nodes[chain].behave(moodOf[name]())
  await pause(forMs)
  gated.nodes[chain].behave('honest')
  return true
}

async function giveUpBlocks({ journal, servers }: Arena, { chain, depth }: FaultOf<'reorganise'>): Promise<boolean> {
  await untilTaken(journal, () => servers.chains[chain].reorganise(depth))
  journal.note('reorganised', { chain, depth })
  return true
}

async function outage({ journal, receiver }: Arena, { forMs }: FaultOf<'outage'>): Promise<boolean> {
  journal.note('receiver is away', { forMs })
  await receiver.goAway()
  await pause(forMs)
  await receiver.comeBack()
  return true
}

async function wipe({ journal, servers }: Arena, { downMs }: FaultOf<'wipe'>): Promise<boolean> {
  servers.forgetWorkflows()
  await servers.kept.temporal.kill(downMs)
  journal.note('wiped', { what: 'temporal' })
  return true
}

function targetOf({ servers, gated }: Pick<Arena, 'servers' | 'gated'>, victim: Victim): Target {
  if (victim === 'worker-2') return gated.secondWorker
  if (victim === 'signer-2') return gated.secondSigner
  if (victim === 'api' || victim === 'worker' || victim === 'signer' || victim === 'ln-pay') {
    const pid = (): number | undefined => gated.gateway.pid(victim)
    return { pid, kill: () => killOnce(victim, pid) }
  }
  if (victim === 'lightning' || victim === 'lightning-other') return lightningOf(servers).kept[victim]
  return servers.kept[victim]
}

function lightningOf({ lightning }: Servers): LiveLightning {
  if (!lightning) throw new Error('no Lightning node runs')
  return lightning
}
