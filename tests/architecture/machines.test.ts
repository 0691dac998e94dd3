import { type Machine, unreachableStates } from '@gateway/domain/kernel/machine'
import { webhookEvents } from '@gateway/contract/events'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { root, sources } from './sources.ts'

/** States in which an object may stay for ever, where they are others than its final ones; every other state must lead to one of them. */
const restingStates: Readonly<Record<string, readonly string[]>> = {
  paymentMachine: ['forwarded', 'expired', 'failed'],
  returnMachine: ['returned', 'withdrawn'],
  assistedRefundMachine: ['refunded', 'cancelled', 'expired'],
  intentMachine: ['final', 'void'],
  attemptMachine: ['final', 'dead'],
  deliveryMachine: ['delivered', 'failed'],
  circuitMachine: ['closed', 'disabled'],
  decisionMachine: ['done', 'refused'],
  escrowMachine: ['settled', 'refunded', 'expired'],
  cardPaymentMachine: ['failed', 'expired', 'succeeded', 'partially_refunded', 'refunded', 'disputed'],
  cardEscrowMachine: ['expired', 'released', 'refunded', 'partially_refunded'],
  cardRefundMachine: ['succeeded', 'failed', 'canceled'],
  invoiceMachine: ['paid', 'cancelled'],
}

/** Emitted by an operation, not by a transition of a machine. */
const announcedByOperations = ['business.created', 'business.updated']

const machines = await findMachines()
const names = machines.map(({ name }) => name)

test('every machine made by defineMachine has final states, or its resting states in this file', () => {
  const declared = sources.flatMap(({ home, isTest, text }) => {
    if (home !== 'packages/domain' || isTest) return []
    return [...text.matchAll(/export const (\w+) = defineMachine\(/g)].map(([, name]) => name)
  })
  expect(declared.length).toBeGreaterThan(0)
  expect(new Set(names)).toEqual(new Set(declared))
  expect(Object.keys(restingStates).filter((name) => !declared.includes(name))).toEqual([])
  expect(machines.filter(({ name, machine }) => restingOf(name, machine).length === 0)).toEqual([])
})

describe.each(machines)('$name', ({ name, machine }) => {
  test('every state can be reached', () => {
    expect(unreachableStates(machine)).toEqual([])
  })

  test('no state is a dead end: from each, a resting state can be reached', () => {
    const resting = restingOf(name, machine)
    const stuck = Object.keys(machine.states).filter((state) => !reachableFrom(machine, state).some((reached) => resting.includes(reached)))
    expect(stuck).toEqual([])
  })

  test('every resting state is a state of the machine', () => {
    expect(restingOf(name, machine).filter((state) => !(state in machine.states))).toEqual([])
  })

  test('every event it emits has a description in the webhook table', () => {
    const events = announcedBy(machine)
    expect(events.filter((event) => !(rowOf(event)?.description ?? '').endsWith('.'))).toEqual([])
  })
})

test('every event of the webhook table is emitted by a machine or by an operation named in this file', () => {
  const announced = new Set([...machines.flatMap(({ machine }) => announcedBy(machine)), ...announcedByOperations])
  expect(Object.keys(webhookEvents).filter((event) => !announced.has(event))).toEqual([])
})

test('every event named in this file is emitted by an operation', () => {
  const operations = sources.filter(({ home, isTest }) => home === 'packages/operations' && !isTest)
  expect(announcedByOperations.filter((event) => !operations.some(({ text }) => text.includes(`'${event}'`)))).toEqual([])
})

/** By default the states that take no input. */
const restingOf = (name: string, { states }: Machine): readonly string[] =>
  restingStates[name] ?? Object.keys(states).filter((state) => Object.keys(states[state] ?? {}).length === 0)

async function findMachines(): Promise<{ name: string; machine: Machine }[]> {
  const files = sources.filter(({ home, isTest, name }) => home === 'packages/domain' && !isTest && name !== 'env')
  const modules = await Promise.all(files.map(({ path }) => import(pathToFileURL(join(root, path)).href)))
  return modules.flatMap((exported: Record<string, unknown>) =>
    Object.entries(exported).flatMap(([name, value]) => (isMachine(value) ? [{ name, machine: value }] : [])),
  )
}

function isMachine(value: unknown): value is Machine {
  return typeof value === 'object' && value !== null && 'initial' in value && 'states' in value
}

function reachableFrom(machine: Machine, state: string): string[] {
  const reached = new Set([state])
  for (const from of reached) for (const { to } of Object.values(machine.states[from] ?? {})) reached.add(to)
  return [...reached]
}

function announcedBy({ opens, states }: Machine): string[] {
  const moves = Object.values(states).flatMap((inputs) => Object.values(inputs).flatMap(({ emits = [] }) => emits))
  return opens === undefined ? moves : [opens, ...moves]
}

function rowOf(event: string): { readonly description: string } | undefined {
  const rows: Readonly<Record<string, { readonly description: string }>> = webhookEvents
  return rows[event]
}
